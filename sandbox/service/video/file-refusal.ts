/** Why a file behind a URL was not taken: `output.code` and `output.message` of the failed task. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
