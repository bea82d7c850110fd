// Runs on any Node, and therefore in plain old JavaScript.
var least = 24;
var version = process.versions.node;
if (parseInt(version, 10) < least) {
  console.error(
    'Volant needs Node ' +
      least +
      ' or later, and this is ' +
      version +
      '. `npm ci` brings Node 26 on Linux and on Macs' +
      ' with an Apple processor: type `npm start`, or node_modules/.bin/node instead of node. Elsewhere install Node' +
      ' from nodejs.org.',
  );
  // As for a wrong setting: starting again does not help.
  process.exit(78);
}
