import { expect, test } from 'vitest';
import { addressOf, readyLine } from './ready-line.ts';

const bound = { address: '127.0.0.1', family: 'IPv4', port: 3000 };

test('the ready line names the public origin if it is set, and where the product listens', () => {
  const address = addressOf('127.0.0.1', bound);
  expect(readyLine(undefined, address, 1.24)).toBe('Volant is ready at http://localhost:3000 (1.2 s)');
  expect(readyLine('https://volant.example', address, 1.24)).toBe(
    'Volant is ready at https://volant.example, on http://localhost:3000 (1.2 s)',
  );
  expect(addressOf('fd00::1', bound)).toBe('http://[fd00::1]:3000');
});
