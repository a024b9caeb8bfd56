// The entry of the app window: makes the stores, the commands and the ticker once, and renders. The only
// file that touches the bridge on `window`.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../../electron/shared/ipc-contract.ts';
import { createAppViewStore } from '../bridge/app-view-store.ts';
import { createCommands } from '../bridge/commands.ts';
import { windowSight } from '../clock/sight.ts';
import { windowTicker } from '../clock/ticker.ts';
import { AppProvider, type AppServices } from '../state/app-context.tsx';
import { createFeedbackStore } from '../state/feedback.ts';
import { createWindowStore } from '../state/window-state.ts';
import { App } from './App.tsx';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/fields.css';
import '../styles/chips.css';
import '../styles/layout.css';
import '../styles/gates.css';
import '../styles/list.css';
import '../styles/search.css';
import '../styles/palette.css';
import '../styles/bulk.css';
import '../styles/night.css';
import '../styles/saved-views.css';
import '../styles/detail.css';
import '../styles/tokens-list.css';
import '../styles/sheets.css';
import '../styles/stop.css';
import '../styles/renewal.css';
import '../styles/protection.css';
import '../styles/vault-keys.css';
import '../styles/reports.css';
import '../styles/inspect.css';
import '../styles/sightings.css';
import '../styles/diagnosis.css';
import '../styles/transfer.css';
import '../styles/metadata.css';
import '../styles/plan.css';
import '../styles/drill.css';
import '../styles/backups.css';
import '../styles/history.css';
import '../styles/states.css';

declare global {
  interface Window {
    readonly strongroom: Bridge;
  }
}

const feedback = createFeedbackStore();
const services: AppServices = {
  views: createAppViewStore(window.strongroom, windowSight),
  window: createWindowStore(),
  feedback,
  commands: createCommands(window.strongroom, feedback, () => Date.now()),
  ticker: windowTicker(),
};
services.views.start();

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
