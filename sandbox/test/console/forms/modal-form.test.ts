import { describe, expect, test } from 'vitest';
import {
  formParts,
  formProblems,
  initialValues,
  type Modal,
  submission,
} from '../../../console/page/forms/modal-form.ts';
import type { ModalComponent, ModalField } from '../../../console/page/wire/component.ts';

const modalOf = (...components: readonly ModalComponent[]): Modal => ({
  id: '1',
  channel_id: '2',
  custom_id: 'edit',
  title: 'Edit',
  components,
  application: { id: '9' },
});
const label = (component: ModalField): ModalComponent => ({
  type: 18,
  label: component.custom_id,
  component,
});
const problems = (modal: Modal, values = initialValues(formParts(modal))) =>
  Object.fromEntries(formProblems(formParts(modal), values));

const prompt = label({
  type: 4,
  custom_id: 'prompt',
  style: 2,
  value: 'A boat',
  min_length: 3,
  max_length: 8,
});
const size = label({
  type: 3,
  custom_id: 'size',
  options: [
    { label: 'A', value: 'a' },
    { label: 'B', value: 'b', default: true },
  ],
});
const speed = label({
  type: 21,
  custom_id: 'speed',
  options: [
    { label: 'Slow', value: 'slow' },
    { label: 'Fast', value: 'fast' },
  ],
});
const extras = label({
  type: 22,
  custom_id: 'extras',
  min_values: 1,
  max_values: 2,
  options: [
    { label: 'X', value: 'x' },
    { label: 'Y', value: 'y' },
    { label: 'Z', value: 'z' },
  ],
});
const keep = label({ type: 23, custom_id: 'keep', default: true });
const sound = label({ type: 19, custom_id: 'sound', min_values: 1, max_values: 2 });
const friend = label({
  type: 5,
  custom_id: 'friend',
  required: false,
  default_values: [{ id: '42', type: 'user' }],
});

describe('a form', () => {
  test('opens with the values it was given', () => {
    const modal = modalOf(prompt, size, speed, keep, friend);
    expect(initialValues(formParts(modal))).toEqual({
      prompt: { kind: 'text', text: 'A boat' },
      size: { kind: 'chosen', values: ['b'] },
      speed: { kind: 'chosen', values: [] },
      keep: { kind: 'checked', checked: true },
      friend: { kind: 'chosen', values: ['42'] },
    });
  });

  test('shows words and the older text inputs in rows', () => {
    const row: ModalComponent = {
      type: 1,
      components: [{ type: 4, custom_id: 'old', style: 1, label: 'Old' }],
    };
    expect(formParts(modalOf({ type: 10, content: 'Hello' }, row))).toMatchObject([
      { kind: 'words', content: 'Hello' },
      { kind: 'field', key: 'old', label: 'Old' },
    ]);
  });
});

describe('what is wrong', () => {
  test('a required field left empty', () => {
    expect(problems(modalOf(speed, extras, sound))).toEqual({
      speed: 'This field is required.',
      extras: 'This field is required.',
      sound: 'This field is required.',
    });
  });

  test('nothing, when an optional field is left empty', () => {
    const optional = label({ type: 4, custom_id: 'note', style: 1, required: false, min_length: 5 });
    expect(problems(modalOf(optional, keep))).toEqual({});
  });

  test('a text too short or too long', () => {
    expect(problems(modalOf(prompt), { prompt: { kind: 'text', text: 'ab' } })).toEqual({
      prompt: 'Must be at least 3 characters.',
    });
    expect(problems(modalOf(prompt), { prompt: { kind: 'text', text: 'abcdefghi' } })).toEqual({
      prompt: 'Must be at most 8 characters.',
    });
  });

  test('too many chosen', () => {
    expect(problems(modalOf(extras), { extras: { kind: 'chosen', values: ['x', 'y', 'z'] } })).toEqual({
      extras: 'Choose at most 2 options.',
    });
  });
});

test('a submission has the shape of the modal, and files by their index', () => {
  const modal = modalOf({ type: 10, content: 'Words' }, prompt, size, speed, extras, keep, sound);
  const files = [new File(['1'], 'one.wav'), new File(['2'], 'two.wav')];
  const sent = submission(modal, {
    ...initialValues(formParts(modal)),
    speed: { kind: 'chosen', values: ['fast'] },
    extras: { kind: 'chosen', values: ['x', 'z'] },
    sound: { kind: 'files', files },
  });
  expect(sent.components).toEqual([
    { type: 10 },
    { type: 18, component: { type: 4, custom_id: 'prompt', value: 'A boat' } },
    { type: 18, component: { type: 3, custom_id: 'size', values: ['b'] } },
    { type: 18, component: { type: 21, custom_id: 'speed', value: 'fast' } },
    { type: 18, component: { type: 22, custom_id: 'extras', values: ['x', 'z'] } },
    { type: 18, component: { type: 23, custom_id: 'keep', value: true } },
    { type: 18, component: { type: 19, custom_id: 'sound', values: ['0', '1'] } },
  ]);
  expect(sent.attachments).toEqual([
    { id: '0', filename: 'one.wav' },
    { id: '1', filename: 'two.wav' },
  ]);
  expect(sent.files).toEqual(files);
});

test('a radio group that is left open is sent as null', () => {
  const optional = label({ type: 21, custom_id: 'speed', required: false, options: [] });
  expect(submission(modalOf(optional), {}).components).toEqual([
    { type: 18, component: { type: 21, custom_id: 'speed', value: null } },
  ]);
});

test('an upload takes its number of files, of its kinds', () => {
  const upload = label({ type: 19, custom_id: 'files', min_values: 2, max_values: 3, file_types: ['video'] });
  const modal = modalOf(upload);
  const judged = (...names: readonly string[]) =>
    problems(modal, { files: { kind: 'files', files: names.map((name) => new File([], name)) } }).files;
  expect(judged()).toBe('This field is required.');
  expect(judged('a.mp4')).toBe('Choose at least 2 files.');
  expect(judged('a.mp4', 'b.txt')).toBe("b.txt isn't allowed here. Choose one of these: videos.");
  expect(judged('a.mp4', 'b.mov')).toBeUndefined();
  expect(judged('a.mp4', 'b.mov', 'c.mp4', 'd.mp4')).toBe('Choose at most 3 files.');
});
