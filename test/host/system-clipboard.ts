// The machine's clipboard through the tool it has for it, for a person running the stand-in. Texts go
// through the tool's standard input, never its arguments.
import { spawn } from 'node:child_process';

interface Tool {
  readonly write: readonly [command: string, ...args: string[]];
  readonly read: readonly [command: string, ...args: string[]];
}

const toolsOf: Readonly<Partial<Record<NodeJS.Platform, readonly Tool[]>>> = {
  darwin: [{ write: ['pbcopy'], read: ['pbpaste'] }],
  win32: [
    {
      write: ['powershell', '-NoProfile', '-Command', '$input | Set-Clipboard'],
      read: ['powershell', '-NoProfile', '-Command', 'Get-Clipboard -Raw'],
    },
  ],
  linux: [
    { write: ['wl-copy'], read: ['wl-paste', '--no-newline'] },
    {
      write: ['xclip', '-selection', 'clipboard'],
      read: ['xclip', '-selection', 'clipboard', '-o'],
    },
    { write: ['xsel', '--clipboard', '--input'], read: ['xsel', '--clipboard', '--output'] },
  ],
};
const tools = (): readonly Tool[] => toolsOf[process.platform] ?? [];

function run([command, ...args]: Tool['read'], input: string | null): Promise<string | null> {
  return new Promise((resolve) => {
    // A tool that stays to serve the clipboard keeps its output open: only its exit counts for writes.
    const output = input === null ? 'pipe' : 'ignore';
    const child = spawn(command, args, { stdio: ['pipe', output, 'ignore'] });
    const parts: Buffer[] = [];
    child.stdout?.on('data', (part: Buffer) => parts.push(part));
    child.on('error', () => resolve(null));
    child.on(input === null ? 'close' : 'exit', (code) => {
      resolve(code === 0 ? Buffer.concat(parts).toString('utf8') : null);
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}

/** True where a tool took the text. */
export async function writeSystemClipboard(text: string): Promise<boolean> {
  for (const tool of tools()) {
    if ((await run(tool.write, text)) !== null) return true;
  }
  return false;
}

/** The text, or null where no tool could say. */
export async function readSystemClipboard(): Promise<string | null> {
  for (const tool of tools()) {
    const text = await run(tool.read, null);
    if (text !== null) return text;
  }
  return null;
}
