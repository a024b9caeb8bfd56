// In place of a window that could not be drawn: React would leave it empty. Nothing of the error is shown; it
// may hold anything.
import { Component, type ReactNode } from 'react';
import { Button } from '../components/Button.tsx';
import { Unanswered } from '../components/Unanswered.tsx';
import { LockButton } from '../features/unlock/Starting.tsx';
import { unanswered } from '../i18n/en-unanswered.ts';

export class WindowFault extends Component<
  { readonly children: ReactNode },
  { readonly failed: boolean }
> {
  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override readonly state = { failed: false };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="gate">
        <div className="gate-card gate-narrow">
          <Unanswered words={unanswered.fault}>
            <div className="gate-actions">
              <Button onClick={() => this.setState({ failed: false })}>
                {unanswered.tryAgain}
              </Button>
              <LockButton />
            </div>
          </Unanswered>
        </div>
      </main>
    );
  }
}
