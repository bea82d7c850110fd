import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import type { SettingsRule } from './environment.ts';
import { NAMES_OF_SOME } from './names.generated.ts';

/** The tests' own settings; the products they start inherit them. */
const OF_TESTS = /^VOLANT_TEST_/;
/** Kubernetes describes a service called `volant-…` to every container in such variables. */
const OF_KUBERNETES = /_SERVICE_HOST$|_SERVICE_PORT(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** Refuses misspelled settings, which would have no effect, with the nearest name that exists. */
export function refuseUnknown(ownNames: Iterable<string>): SettingsRule {
  const known = new Set([...ownNames, ...NAMES_OF_SOME]);
  return (given) =>
    Object.entries(given)
      .filter(([name]) => name.startsWith('VOLANT_') && !known.has(name))
      .filter(([name, value]) => !OF_TESTS.test(name) && !OF_KUBERNETES.test(name) && !SERVICE_ADDRESS.test(value))
      .map(([name]) => {
        const [nearest] = suggestionList(name, [...known]);
        return `${name}: no setting has this name${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
      });
}
