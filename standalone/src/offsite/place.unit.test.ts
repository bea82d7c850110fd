import { expect, it } from 'vitest';
import { isPlace } from './place.ts';

it.each([
  's3://s3.example/volant-backup',
  's3://s3.example:9000/volant-backup/',
  's3+http://127.0.0.1:9000/volant-backup',
  'file:///mnt/backup',
])('accepts %s', (url) => {
  expect(isPlace(url)).toBe(true);
});

it.each([
  's3://s3.example',
  's3://s3.example/Bucket',
  's3://key:secret@s3.example/bucket',
  's3://s3.example/bucket/folder',
  's3://s3.example/bucket?x=1',
  'https://s3.example/bucket',
  'file://mnt/backup',
  '/mnt/backup',
  '',
])('refuses %j', (url) => {
  expect(isPlace(url)).toBe(false);
});
