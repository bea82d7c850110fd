import { createRequire } from 'node:module';

/**
 * A class of MongoDB's driver that it does not export, for patching; the driver is the one of mongoose.
 * @param file below `mongodb/lib`
 */
export function classOfDriver<Instance>(file: string, name: string): { readonly prototype: Instance } {
  const ofMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
  const classes = ofMongoose(`mongodb/lib/${file}`) as Readonly<Record<string, { readonly prototype: Instance }>>;
  const found = classes[name];
  if (found === undefined) throw new Error(`MongoDB's driver has no ${name} in ${file}`);
  return found;
}
