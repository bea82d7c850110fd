import type { EventStore } from './event-store.ts';
import type { WriteGate } from './write-gate.ts';

/** Has the writes of a store wait while the gate is held. */
export function gatedEventStore(store: EventStore, gate: WriteGate): EventStore {
  const { reservations, checkpoints } = store;
  return {
    append: (request) => gate.pass(() => store.append(request)),
    eraseStream: (...erased) => gate.pass(() => store.eraseStream(...erased)),
    reservations: {
      reserve: (...claim) => gate.pass(() => reservations.reserve(...claim)),
      reserveAll: (...claims) => gate.pass(() => reservations.reserveAll(...claims)),
      confirm: (...claim) => gate.pass(() => reservations.confirm(...claim)),
      confirmAll: (...claims) => gate.pass(() => reservations.confirmAll(...claims)),
      release: (...claim) => gate.pass(() => reservations.release(...claim)),
      reap: (now) => gate.pass(() => reservations.reap(now)),
      ownerOf: (key) => reservations.ownerOf(key),
      areConfirmed: (claims) => reservations.areConfirmed(claims),
    },
    checkpoints: {
      load: (name) => checkpoints.load(name),
      save: (...saved) => gate.pass(() => checkpoints.save(...saved)),
    },
    findCommand: (commandId) => store.findCommand(commandId),
    readStream: (...stream) => store.readStream(...stream),
    readSlice: (...slice) => store.readSlice(...slice),
    readAll: (...all) => store.readAll(...all),
    head: () => store.head(),
    onAppend: (listener) => store.onAppend(listener),
    snapshots: store.snapshots,
    contents: store.contents,
    close: () => store.close(),
  };
}
