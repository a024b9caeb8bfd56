// The proxy and the authorities of an environment, in its form and among what is known about it.
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { protectionItems } from '../../renderer/features/protection/protection-items.ts';
import { appView } from './fixtures.ts';
import { renderApp } from './render-app.tsx';

const NOW = Date.UTC(2026, 0, 15, 12);
const press = async (name: string | RegExp): Promise<void> => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await Promise.resolve();
  });
};

async function openEnvironment(environmentId: string) {
  const rendered = await renderApp(appView(NOW));
  act(() => rendered.services.window.show({ kind: 'environment', environmentId }));
  return rendered;
}

describe('the proxy of an environment', () => {
  it('is said as it is, with what a proxy is told', async () => {
    await openEnvironment('lab');
    expect(screen.getByText('Through proxy.exchange.example:3128')).toBeDefined();
    expect(screen.getByText(/Signs in as desk/)).toBeDefined();
    expect(screen.getByText(/It cannot read what is said to the server/)).toBeDefined();
  });

  it('of the practice gateway cannot be changed', async () => {
    await openEnvironment('practice');
    expect(screen.getByText(/always reached directly/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Change proxy…' })).toBeNull();
  });

  it('is changed to none', async () => {
    const { fake } = await openEnvironment('lab');
    await press('Change proxy…');
    fireEvent.click(screen.getByRole('radio', { name: /^Direct/ }));
    await press('Save proxy');
    expect(fake.calls.at(-1)).toEqual({
      name: 'environmentProxySet',
      input: { environmentId: 'lab', proxy: { mode: 'none' }, askPassword: false },
    });
  });

  it('has the focus in its form while it is changed, and back where it came from then', async () => {
    await openEnvironment('lab');
    await press('Change proxy…');
    const chosen = screen.getByRole('radio', { name: /^Through this proxy/ });
    expect(document.activeElement).toBe(chosen);
    await press('Cancel');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change proxy…' }));
  });

  it('is sent with its port as a number and without a password', async () => {
    const { fake } = await openEnvironment('lab');
    await press('Change proxy…');
    const form = within(screen.getByRole('form', { name: 'Proxy' }));
    fireEvent.change(form.getByLabelText('Host'), { target: { value: ' 10.0.0.7 ' } });
    fireEvent.change(form.getByLabelText('Port'), { target: { value: '8080' } });
    fireEvent.change(form.getByLabelText('Sign-in name'), { target: { value: ' ' } });
    await press('Save proxy');
    expect(fake.calls.at(-1)?.input).toEqual({
      environmentId: 'lab',
      proxy: { mode: 'manual', host: '10.0.0.7', port: 8080, userName: null },
      askPassword: false,
    });
  });

  it.each(['', '0', '65536', '80a', '-1'])('is not sent with the port %j', async (port) => {
    const { fake } = await openEnvironment('lab');
    await press('Change proxy…');
    fireEvent.change(screen.getByLabelText('Port'), { target: { value: port } });
    await press('Save proxy');
    expect(screen.getByText('From 1 to 65535.')).toBeDefined();
    expect(fake.calls.some(({ name }) => name === 'environmentProxySet')).toBe(false);
  });

  it('gets another password by asking main for it', async () => {
    const { fake } = await openEnvironment('lab');
    await press('Change its password…');
    expect(fake.calls.at(-1)?.input).toMatchObject({ askPassword: true });
  });
});

describe('kind and addresses of an environment', () => {
  it('are corrected in place of the facts, and sent as typed', async () => {
    const { fake } = await openEnvironment('lab');
    await press('Change kind or addresses…');
    const form = within(screen.getByRole('form', { name: 'Change kind or addresses' }));
    expect(document.activeElement).toBe(form.getByRole('radio', { name: /^Sandbox/ }));
    fireEvent.click(form.getByRole('radio', { name: /^Production/ }));
    fireEvent.change(form.getByLabelText('Base address'), {
      target: { value: 'https://right.example' },
    });
    await press('Save addresses');
    expect(fake.calls.find(({ name }) => name === 'environmentPlaceSet')).toEqual({
      name: 'environmentPlaceSet',
      input: {
        environmentId: 'lab',
        kind: 'production',
        baseUrl: 'https://right.example',
        tradeUrl: expect.stringMatching(/^https:/),
      },
    });
    expect(document.activeElement?.textContent).toBe('Change kind or addresses…');
  });

  it('stay those of the practice gateway', async () => {
    await openEnvironment('practice');
    expect(screen.queryByRole('button', { name: 'Change kind or addresses…' })).toBeNull();
  });
});

describe('the authority of an environment', () => {
  it('is chosen by main, then set by its handle', async () => {
    const { fake } = await openEnvironment('lab');
    await press('Replace it…');
    expect(fake.calls.at(-1)).toEqual({
      name: 'environmentAuthoritySet',
      input: { environmentId: 'lab', authorityHandle: 'authority-1' },
    });
  });

  it('is removed', async () => {
    const { fake } = await openEnvironment('lab');
    await press('Remove it…');
    expect(fake.calls.at(-1)?.input).toEqual({ environmentId: 'lab', authorityHandle: null });
  });
});

describe('what protects on the way to the servers', () => {
  it('names the environments by how they are reached', () => {
    const item = protectionItems(appView(NOW)).find(({ title }) => title.startsWith('On the way'));
    expect(item?.facts).toEqual([
      expect.stringMatching(/^Through the system proxy, or direct where none is set: /),
      expect.stringMatching(/^Through a proxy you named: /),
      expect.stringMatching(/^Environments that trust an authority of their own: /),
    ]);
  });

  it('is silent where there is the practice gateway alone', () => {
    const view = appView(NOW);
    const alone = { ...view, environments: view.environments.filter(({ builtIn }) => builtIn) };
    expect(protectionItems(alone).map(({ title }) => title)).not.toContain(
      'On the way to the servers',
    );
  });
});
