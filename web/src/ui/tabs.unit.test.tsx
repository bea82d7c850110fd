import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

function Lists() {
  const [opened, setOpened] = useState<string>();
  const next = opened === undefined ? 'one' : undefined;
  return (
    <Tabs label="Lists" tabs={[['only', 'Only']]} selected="only" onSelect={() => undefined} opened={opened}>
      <button key={opened} type="button" onClick={() => setOpened(next)}>
        {next ?? 'back'}
      </button>
    </Tabs>
  );
}

it('the focus stays in the panel when its list and an entry replace each other', async () => {
  render(<Lists />);
  expect(document.activeElement).toBe(document.body);
  for (const name of ['one', 'back']) {
    await userEvent.click(screen.getByRole('button', { name }));
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  }
});
