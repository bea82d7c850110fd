import { describeHostileImages } from '../testing/describe-hostile-images.ts';

/** A sample by default; VOLANT_HOSTILE_IMAGES=500 runs the full claim. */
describeHostileImages(Number(process.env.VOLANT_HOSTILE_IMAGES ?? 150));
