// The field for a time of the day: what is typed is taken as it is meant, written one way, and refused aloud.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TimeField } from '../../renderer/components/Field.tsx';

afterEach(cleanup);

const ERROR = 'Enter a time, for example 08:00.';

function opened() {
  const onLeave = vi.fn<(minute: number) => void>();
  render(<TimeField label="Until" time="18:00" onLeave={onLeave} />);
  const field = screen.getByLabelText<HTMLInputElement>('Until');
  return {
    field,
    onLeave,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
  };
}

it('writes what was typed as everywhere else once it is left', () => {
  const { field, onLeave, type } = opened();
  type('730');
  fireEvent.blur(field);
  expect(field.value).toBe('07:30');
  expect(onLeave.mock.calls).toEqual([[450]]);
});

it('tells the time where Enter is pressed in it: what is closed then does not leave the field', () => {
  const { field, onLeave, type } = opened();
  type('730');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('07:30');
  expect(onLeave.mock.calls).toEqual([[450]]);
});

it('says what is wrong once it is left, and tells nobody', () => {
  const { field, onLeave, type } = opened();
  type('25:00');
  expect(screen.queryByText(ERROR)).toBeNull();
  fireEvent.blur(field);
  expect(screen.getByText(ERROR)).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(onLeave).not.toHaveBeenCalled();
});

it('says what is wrong where Enter is pressed in it, and no more while it is mended', () => {
  const { field, type } = opened();
  type('later');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByText(ERROR)).toBeDefined();
  type('1');
  expect(screen.queryByText(ERROR)).toBeNull();
});
