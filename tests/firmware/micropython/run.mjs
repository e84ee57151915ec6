// MicroPython's WebAssembly build under Node. On stdin: {"files": {place: file}, "pieces": [code, ...]}.
// Puts the files into its file system and runs one piece after the other; between them it frees memory.
// What they print comes out on stdout; ends with 1 when a piece raises.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';

const HEAP = 232 * 1024; // as much as a Pico has; this build would grow it, and says so in mem_info()

const { files, pieces } = JSON.parse(readFileSync(0));
const micropython = await loadMicroPython({ heapsize: HEAP, stdout: line => console.log(line) });
for (const [place, file] of Object.entries(files)) {
  micropython.FS.mkdirTree(dirname(place));
  micropython.FS.writeFile(place, readFileSync(file));
}
let code = 0;
try {
  for (const piece of pieces) micropython.runPython(piece);
} catch (error) {
  console.error(String(error.message));
  code = 1;
}
process.stdout.write('', () => process.exit(code));
