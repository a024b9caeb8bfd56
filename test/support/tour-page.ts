// The page that a tour leaves: each step with its time and its picture. Plain HTML without a script.
import { html } from '../../electron/main/domain/html.ts';

export interface TourStep {
  /** What was done, as a sentence without its full stop. */
  readonly title: string;
  readonly tookMs: number;
  /** File name of the picture, beside the page. */
  readonly picture: string;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** @param host the sentence that names the host, so that nobody takes a stand-in for Electron. */
export function tourPage(steps: readonly TourStep[], host: string): string {
  const figures = steps.map(
    ({ title, tookMs, picture }, at) =>
      html`<figure>
        <figcaption>${at + 1}. ${title} (${seconds(tookMs)})</figcaption>
        <img src="${picture}" alt="${title}" />
      </figure>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <title>Strongroom: a tour</title>
      <style>
        body {
          font: 16px/1.5 sans-serif;
          max-width: 1000px;
          margin: 2rem auto;
        }
        figure {
          margin: 2rem 0;
        }
        img {
          max-width: 100%;
          border: 1px solid;
        }
      </style>
      <h1>Strongroom: a tour through the main job</h1>
      <p>${host} The tokens are those of the practice gateway, in a throw-away profile.</p>
      ${figures}
    </html>`.text;
}
