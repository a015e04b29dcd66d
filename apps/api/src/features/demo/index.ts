export { sparingDemoClients } from './demo-mail.ts';
export { DEMO_DESK, DEMO_DOMAIN, type DemoPerson, ensureDemoPerson } from './demo-people.ts';
export { drawDemoProof } from './demo-proof.ts';
export { createDemoSeed, type DemoSeed, type DemoSeedParts } from './demo-seed.ts';
