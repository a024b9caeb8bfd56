// Files of the renderer's tests share one page and one graph of modules: each begins with an empty page, whatever the
// one before left, and ends once every part of the window that it asked for has come. One that came later would have
// failed for the files after it, too. jsdom lacks modal dialogs and layout: both are stood in for here, as little as the
// components need.
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

// Against hanging alone: the second that it waits by itself is a measure of the machine.
configure({ asyncUtilTimeout: 60_000 });

beforeAll(() => {
  document.body.replaceChildren();
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true;
    this.querySelector<HTMLElement>('button, input')?.focus();
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
  Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 800 });
  Object.defineProperty(Element.prototype, 'clientWidth', { get: () => 400 });
  Element.prototype.scrollTo = () => {};
});

afterEach(cleanup);

afterAll(() => vi.dynamicImportSettled());
