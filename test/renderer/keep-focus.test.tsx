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
  const [gone, setGone] = useState(false);
  return (
    <>
      <div data-testid="sheet">
        <section>
          {!pressed && (
            <p>
              <button onClick={() => setPressed(true)}>Ask now</button>
            </p>
          )}
          <button className="button-danger">Stop it</button>
          <button>Later</button>
        </section>
        <section>
          {!gone && <button onClick={() => setGone(true)}>Go on</button>}
          <button>First</button>
          <h3>Next step</h3>
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

it('goes to the next quiet control of what held the button that was pressed and went', async () => {
  press('Ask now');
  await eventually(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Later' })),
  );
});

it('goes to a heading before that, and to no button that stops something', async () => {
  press('Go on');
  await eventually(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Next step' })),
  );
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1');
});

it('takes no focus that went on by itself', async () => {
  screen.getByRole('button', { name: 'Ask now' }).focus();
  press('Beside');
  fireEvent.click(screen.getByRole('button', { name: 'Ask now' }));
  await Promise.resolve();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Beside' }));
});

it('leaves nothing behind that Tab or a press would stop at', async () => {
  press('Go on');
  const heading = screen.getByRole('heading', { name: 'Next step' });
  await eventually(() => expect(document.activeElement).toBe(heading));
  screen.getByRole('button', { name: 'Later' }).focus();
  expect([heading.hasAttribute('tabindex'), heading.hasAttribute('data-led')]).toEqual([
    false,
    false,
  ]);
});

it('counts as nowhere for what would take the focus further', async () => {
  press('Ask now');
  const later = screen.getByRole('button', { name: 'Later' });
  await eventually(() => expect(document.activeElement).toBe(later));
  expect(isFocusNowhere()).toBe(true);
});
