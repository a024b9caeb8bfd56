// The entry of the app window: makes the stores, the calls and the ticker once, and renders. The only
// file that touches the bridge on `window`.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../../electron/shared/ipc-contract.ts';
import { createAppViewStore } from '../bridge/app-view-store.ts';
import { createCalls } from '../bridge/call.ts';
import { windowTicker, windowSight } from '../clock/ticker.ts';
import { createFocusPoints } from '../state/focus.ts';
import { AppProvider, type AppServices } from '../state/app-context.tsx';
import { createFeedbackStore } from '../bridge/feedback.ts';
import { createWindowStore } from '../state/window-state.ts';
import { App } from './App.tsx';
import '../styles/first.css';

declare global {
  interface Window {
    readonly strongroom: Bridge;
  }
}

const feedback = createFeedbackStore();
const calls = createCalls(window.strongroom, feedback, () => Date.now());
const services: AppServices = {
  views: createAppViewStore(window.strongroom, windowSight),
  window: createWindowStore(),
  feedback,
  ...calls,
  ticker: windowTicker(() => void calls.quietly('clockSet')),
  focusPoints: createFocusPoints(),
};

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <AppProvider services={services}>
        <App />
      </AppProvider>
    </StrictMode>,
  );
}
window.strongroom.onWoken(services.ticker.woken);
services.views.start();
