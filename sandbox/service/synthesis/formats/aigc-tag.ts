/** The watermark's text: the fields of the labelling standard that the parameters fill (document 2 A). */
export function aigcTag(propagator: string, propagateId: string): string {
  return JSON.stringify({
    Label: '1',
    ContentProducer: 'sandbox',
    ProduceID: '',
    ContentPropagator: propagator,
    PropagateID: propagateId,
  });
}
