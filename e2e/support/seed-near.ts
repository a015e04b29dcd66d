import { createSimulation, type Symbol } from '../../packages/domain/src/market/index.ts';

/** What journeys trade by fixed lots and amounts, and between which prices those work. */
const TRADED: readonly (readonly [Symbol, from: number, to: number])[] = [
  ['BTC', 45_000, 120_000],
  ['ETH', 1_500, 4_400],
  ['SOL', 60, 250],
  ['AAPL', 120, 450],
  ['EURUSD', 0.95, 1.4],
  ['GBPUSD', 1.05, 1.65],
  ['USDJPY', 110, 190],
];
const TRIES = 20_000;

/** Prices walk freely, and a seed's market can be anywhere by now: the first seed of this name whose prices are near those that journeys were written at. */
export function seedNear(name: string, timeMs: number): string {
  for (let n = 0; n < TRIES; n += 1) {
    const seed = n === 0 ? name : `${name} ${n}`;
    const simulation = createSimulation(seed);
    const near = TRADED.every(([symbol, from, to]) => {
      const price = Number(simulation.mid(symbol, timeMs)) / 1e10;
      return price >= from && price <= to;
    });
    if (near) return seed;
  }
  throw new Error(`no seed like ${name} has prices that journeys can trade at`);
}
