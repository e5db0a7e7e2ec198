import { configureGlobal } from "fast-check";

// A run that is red is red again. Other random values: `RANDOM_SEED=7 npm run test:unit`.
configureGlobal({ seed: Number(process.env.RANDOM_SEED ?? 1) });
