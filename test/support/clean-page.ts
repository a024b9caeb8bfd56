// Files of the renderer's tests share one page: each begins with an empty one, whatever the one before left.
import { beforeAll } from 'vitest';

beforeAll(() => {
  document.body.replaceChildren();
});
