import type { Drawing } from '@clearbook/contracts/chart';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { distanceTo, hit, indexOf, rayEnd, retracements, type Shape, timeAt, snapped } from './geometry.ts';

const PANE = { width: 400, height: 200 };
const HOUR = 3600;
const point = { time: 0, price: '1' };
const line = (key: string, kind: 'trend' | 'ray' | 'rectangle' | 'fibonacci'): Drawing => ({
  ...{ key, kind, points: [point, point] },
});
const shape = (drawing: Drawing, ...spots: [number, number][]): Shape => ({
  drawing,
  spots: spots.map(([x, y]) => ({ x, y })),
});

it('[H8] a place in time stands at its bar, between bars in proportion, and beyond them as if bars went on', () => {
  // A night lies between the second and the third bar.
  const times = [0, HOUR, 20 * HOUR, 21 * HOUR];
  expect([0, HOUR / 2, HOUR, 20 * HOUR, 21 * HOUR].map((time) => indexOf(times, time, HOUR))).toEqual([
    0, 0.5, 1, 2, 3,
  ]);
  expect(indexOf(times, -2 * HOUR, HOUR)).toBe(-2);
  expect(indexOf(times, 25 * HOUR, HOUR)).toBe(7);
  expect([-2, 0, 2, 3, 7].map((index) => timeAt(times, index, HOUR))).toEqual([-2, 0, 20, 21, 25].map((h) => h * HOUR));
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), (index) => {
      expect(indexOf(times, timeAt(times, index, HOUR), HOUR)).toBe(index);
    }),
  );
  expect(indexOf([], 5, HOUR)).toBeNaN();
});

it('[H9] a pointer finds the nearest drawing within seven pixels, and the corner of the selected one first', () => {
  const trend = shape(line('t', 'trend'), [0, 0], [100, 100]);
  const level = shape({ key: 'l', kind: 'level', points: [point] }, [0, 150]);
  const box = shape(line('b', 'rectangle'), [200, 20], [300, 80]);
  const all = [trend, level, box];
  const at = (x: number, y: number, selected: string | null = null) => hit(all, { x, y }, PANE, selected);
  expect(at(50, 53)).toEqual({ key: 't', corner: null });
  expect(at(120, 120)).toBeNull();
  expect(at(390, 145)).toEqual({ key: 'l', corner: null });
  expect(at(201, 50)).toEqual({ key: 'b', corner: null });
  // Inside a rectangle the chart itself can be moved.
  expect(at(250, 50)).toBeNull();
  expect(at(101, 99, 't')).toEqual({ key: 't', corner: 1 });
  expect(at(101, 99, 'l')).toEqual({ key: 't', corner: null });
});

it('[H9] a ray goes on to the edge of the chart, and a note is found by its text', () => {
  expect(rayEnd({ x: 100, y: 100 }, { x: 200, y: 100 }, PANE)).toEqual({ x: 400, y: 100 });
  expect(rayEnd({ x: 100, y: 100 }, { x: 100, y: 50 }, PANE)).toEqual({ x: 100, y: 0 });
  expect(rayEnd({ x: 5, y: 5 }, { x: 5, y: 5 }, PANE)).toEqual({ x: 5, y: 5 });
  const ray = shape(line('r', 'ray'), [100, 100], [200, 100]);
  expect(distanceTo(ray, { x: 390, y: 104 }, PANE)).toBe(4);
  expect(distanceTo(ray, { x: 50, y: 100 }, PANE)).toBe(50);
  const note = shape({ key: 'n', kind: 'text', points: [point], text: 'Wait here' }, [50, 50]);
  expect(distanceTo(note, { x: 80, y: 55 }, PANE)).toBe(0);
});

it('[H9] retracements run from the second corner to the first', () => {
  const of = retracements([
    { time: 0, price: '100' },
    { time: 1, price: '200' },
  ]);
  expect(of.map(({ price }) => Math.round(price * 1e6) / 1e6)).toEqual([200, 176.4, 161.8, 150, 138.2, 121.4, 100]);
});

it('[H23] a corner goes to the nearest price of its bar that is within twelve pixels, and stays where it is beside all of them', () => {
  const levels = [
    { y: 40, price: 1.3 },
    { y: 50, price: 1.2 },
    { y: 90, price: 1.1 },
  ];
  expect([44, 46, 62, 63, 101].map((y) => snapped(y, levels))).toEqual([1.3, 1.2, 1.2, null, 1.1]);
  expect(snapped(10, [])).toBeNull();
});
