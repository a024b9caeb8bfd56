// Files of the renderer's tests share one page and one graph of modules: each begins with an empty page, whatever the
// one before left, and ends once every part of the window that it asked for has come. One that came later would have
// failed for the files after it, too.
import { configure } from '@testing-library/react';
import { afterAll, beforeAll, vi } from 'vitest';

// Against hanging alone: the second that it waits by itself is a measure of the machine.
configure({ asyncUtilTimeout: 60_000 });

beforeAll(() => {
  document.body.replaceChildren();
});

afterAll(() => vi.dynamicImportSettled());
