// The focus in a sheet whose content changes under it.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFocusNowhere, keepFocusIn } from '../../renderer/components/keep-focus.ts';
import { eventually } from '../support/eventually.ts';

let stop: (() => void) | null = null;

beforeEach(() => {
  render(<Steps />);
  stop = keepFocusIn(screen.getByTestId('sheet'));
});

afterEach(() => {
  stop?.();
  cleanup();
});

function Steps(): ReactNode {
  const [pressed, setPressed] = useState(false);
  return (
    <>
      <div data-testid="sheet">
        <section data-testid="step">
          {!pressed && (
            <p>
              <button onClick={() => setPressed(true)}>Ask now</button>
            </p>
          )}
          <button>Later</button>
        </section>
      </div>
      <button>Beside</button>
    </>
  );
}

const press = (name: string): void => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};

it('goes to what held the button that was pressed and went', async () => {
  press('Ask now');
  await eventually(() => expect(document.activeElement).toBe(screen.getByTestId('step')));
});

it('takes no focus that went on by itself', async () => {
  screen.getByRole('button', { name: 'Ask now' }).focus();
  press('Beside');
  fireEvent.click(screen.getByRole('button', { name: 'Ask now' }));
  await Promise.resolve();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Beside' }));
});

it('leaves nothing behind that Tab or a press would stop at', async () => {
  press('Ask now');
  const step = screen.getByTestId('step');
  await eventually(() => expect(document.activeElement).toBe(step));
  screen.getByRole('button', { name: 'Later' }).focus();
  expect(step.hasAttribute('tabindex')).toBe(false);
});

it('counts as nowhere for what would take the focus further', async () => {
  press('Ask now');
  await eventually(() => expect(document.activeElement).toBe(screen.getByTestId('step')));
  expect(isFocusNowhere()).toBe(true);
});
