// The page of a question to the person: plain HTML, everything escaped, answered by a binding.
import type { Question } from './dialog-window.ts';

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.codePointAt(0) ?? 0};`);

const style = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 0; padding: 20px; display: flex; flex-direction: column; gap: 12px; box-sizing: border-box;
  max-width: 520px; max-height: 100vh; }
body::after { content: ''; position: fixed; inset: 0; border: 1px solid GrayText; pointer-events: none; }
h1, div { flex: none; }
h1 { font-size: 17px; margin: 0; white-space: pre-wrap; }
p { margin: 0; white-space: pre-wrap; overflow: auto; }
input { font: inherit; padding: 6px; }
div { margin-top: 12px; display: flex; gap: 8px; justify-content: flex-end; flex-wrap: wrap; }
button { font: inherit; padding: 6px 14px; }`;

const script = `
const field = document.querySelector('input');
// The words alone decide: the window may be lower than they are.
document.body.style.maxHeight = 'none';
__answer(JSON.stringify({ height: Math.ceil(document.body.getBoundingClientRect().height) }));
document.body.style.maxHeight = '';
const answer = (button) => __answer(JSON.stringify({ button, path: field?.value ?? '' }));
const buttons = [...document.querySelectorAll('button')];
for (const [at, button] of buttons.entries()) button.onclick = () => answer(at);
(field ?? document.querySelector('[data-default]') ?? buttons[0]).focus();
field?.addEventListener('keydown', (event) => { if (event.key === 'Enter') answer(0); });
addEventListener('keydown', (event) => { if (event.key === 'Escape') answer(-1); });`;

export function dialogPage({ title, message, detail, buttons, defaultId, path }: Question): string {
  const buttonList = buttons
    .map(
      (label, at) => `<button${at === defaultId ? ' data-default' : ''}>${escape(label)}</button>`,
    )
    .join('');
  const field = path === undefined ? '' : `<input aria-label="Path" value="${escape(path)}">`;
  return `<!doctype html><meta charset="utf-8"><title>${escape(title ?? 'Strongroom')}</title>
<style>${style}</style><h1>${escape(message)}</h1><p>${escape(detail ?? '')}</p>${field}
<div>${buttonList}</div><script>${script}</script>`;
}
