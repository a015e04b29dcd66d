import { expect, it } from 'vitest';
import { PushRefused } from '../../features/push/index.ts';
import { isPublic, pushTransport } from './index.ts';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2001:db8::1',
  'nonsense',
])('[WP5] %s is no address of the public internet', (address) => {
  expect(isPublic(address)).toBe(false);
});

it.each(['142.250.74.10', '2a00:1450:4001:80b::200a'])('[WP5] %s is one', (address) => {
  expect(isPublic(address)).toBe(true);
});

it.each([
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'http://push.example.com/x',
  'https://push.example.com:8443/x',
])('[WP5] %s is never asked', async (url) => {
  await expect(pushTransport.send({ url, headers: {}, body: Buffer.alloc(1) })).rejects.toBeInstanceOf(PushRefused);
});
