// Whether journeys can run in windows that a person could see, on this machine.
import { findBrowser } from '../host/browser-search.ts';
import { testHost } from './test-host.ts';
import { virtualDisplayServer } from './virtual-display.ts';
import { planVisible, type VisiblePlan } from './visible-windows.ts';

export const visiblePlanHere = (): VisiblePlan =>
  planVisible({
    host: testHost(),
    platform: process.platform,
    env: process.env,
    displayServer: virtualDisplayServer(),
    browser: findBrowser(true) !== null,
  });
