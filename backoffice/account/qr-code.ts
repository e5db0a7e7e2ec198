/** Encodes QR codes (ISO/IEC 18004): text as bytes with error correction of level M, up to version 20, which holds 664 bytes. Pure. */

/** For each version from 1: error correction codewords per block, and number of blocks. */
const ECC_PER_BLOCK = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
/** The bits of level M in the format information. */
const LEVEL_BITS = 0;

type Modules = boolean[][];

/** @returns rows of modules, dark ones true @throws Error for a text that is too long */
export function qrCode(text: string): Modules {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const { modules, isFunction } = drawFunctions(version);
  drawCodewords(modules, isFunction, addErrorCorrection(dataCodewords(bytes, version), version));
  let best: { modules: Modules; penalty: number } | null = null;
  for (let mask = 0; mask < 8; mask += 1) {
    const masked = modules.map((row, y) =>
      row.map((isDark, x) => (isFunction[y]?.[x] ? isDark : isDark !== isMasked(mask, x, y))),
    );
    drawFormat(masked, mask);
    const penalty = penaltyOf(masked);
    if (!best || penalty < best.penalty) best = { modules: masked, penalty };
  }
  return best?.modules ?? [];
}

const at = (values: readonly number[], version: number) => values[version - 1] ?? 0;

/** Returns the number of modules for data and error correction, in bits. */
function rawBits(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    bits -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) bits -= 36;
  }
  return bits;
}

const dataBytes = (version: number) =>
  Math.floor(rawBits(version) / 8) - at(ECC_PER_BLOCK, version) * at(BLOCKS, version);
const countBits = (version: number) => (version < 10 ? 8 : 16);

function versionFor(length: number): number {
  for (let version = 1; version <= BLOCKS.length; version += 1)
    if (4 + countBits(version) + 8 * length <= 8 * dataBytes(version)) return version;
  throw new Error("the text is too long for a QR code");
}

/** Returns the data codewords: mode, length, bytes and padding. */
function dataCodewords(bytes: Uint8Array, version: number): number[] {
  const capacity = dataBytes(version);
  let bits = `0100${bytes.length.toString(2).padStart(countBits(version), "0")}`;
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  bits += "0".repeat(Math.min(4, 8 * capacity - bits.length));
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, "0");
  const codewords = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2));
  for (let pad = 0xec; codewords.length < capacity; pad ^= 0xec ^ 0x11) codewords.push(pad);
  return codewords;
}

/** Splits into blocks, the longer ones last, and interleaves them with their Reed-Solomon remainders. */
function addErrorCorrection(data: readonly number[], version: number): number[] {
  const blocks = at(BLOCKS, version);
  const ecc = at(ECC_PER_BLOCK, version);
  const shortLength = Math.floor(data.length / blocks);
  const longBlocks = data.length % blocks;
  const divisor = reedSolomonDivisor(ecc);
  const parts: { data: number[]; ecc: number[] }[] = [];
  let from = 0;
  for (let block = 0; block < blocks; block += 1) {
    const length = shortLength + (block >= blocks - longBlocks ? 1 : 0);
    const part = data.slice(from, from + length);
    from += length;
    parts.push({ data: part, ecc: reedSolomonRemainder(part, divisor) });
  }
  const interleaved: number[] = [];
  for (const kind of ["data", "ecc"] as const)
    for (let index = 0; index <= (kind === "data" ? shortLength : ecc - 1); index += 1)
      for (const part of parts) {
        const codeword = part[kind][index];
        if (codeword !== undefined) interleaved.push(codeword);
      }
  return interleaved;
}

function reedSolomonDivisor(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let index = 0; index < degree; index += 1)
      result[index] = multiply(result[index] ?? 0, root) ^ (result[index + 1] ?? 0);
    root = multiply(root, 2);
  }
  return result;
}

function reedSolomonRemainder(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    divisor.forEach((coefficient, index) => {
      result[index] = (result[index] ?? 0) ^ multiply(coefficient, factor);
    });
  }
  return result;
}

/** Multiplies in the field GF(2^8) of the polynomial 0x11d. */
function multiply(x: number, y: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((y >>> bit) & 1) * x;
  }
  return product;
}

/** Draws finders, timing, alignment and version, and reserves the places of the format. */
function drawFunctions(version: number): { modules: Modules; isFunction: Modules } {
  const size = 4 * version + 17;
  const blank = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const [modules, isFunction] = [blank(), blank()];
  const set = (x: number, y: number, isDark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    (modules[y] as boolean[])[x] = isDark;
    (isFunction[y] as boolean[])[x] = true;
  };
  for (let index = 0; index < size; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const [left, top] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy));
        set(left + dx, top + dy, distance !== 2 && distance !== 4);
      }
  const places = alignmentPlaces(version, size);
  const last = places.length - 1;
  for (const [i, x] of places.entries())
    for (const [j, y] of places.entries()) {
      const hasFinder = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
      if (hasFinder) continue;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  for (let index = 0; index < 9; index += 1) {
    if (index !== 6) {
      set(8, index, false);
      set(index, 8, false);
    }
    if (index < 8) {
      set(size - 1 - index, 8, false);
      set(8, size - 1 - index, false);
    }
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const bits = (version << 12) | remainderOf(version, 12, 0x1f25);
    for (let index = 0; index < 18; index += 1) {
      const isDark = ((bits >>> index) & 1) === 1;
      const [a, b] = [size - 11 + (index % 3), Math.floor(index / 3)];
      set(a, b, isDark);
      set(b, a, isDark);
    }
  }
  return { modules, isFunction };
}

function alignmentPlaces(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const places = [6];
  for (let place = size - 7; places.length < count; place -= step) places.splice(1, 0, place);
  return places;
}

/** Returns the remainder of a BCH code. */
function remainderOf(value: number, bits: number, polynomial: number): number {
  let remainder = value;
  for (let step = 0; step < bits; step += 1) remainder = (remainder << 1) ^ ((remainder >>> (bits - 1)) * polynomial);
  return remainder;
}

/** Draws the bits in a zigzag of columns two wide, from the bottom right. */
function drawCodewords(modules: Modules, isFunction: Modules, codewords: readonly number[]): void {
  const size = modules.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const isUpward = ((right + 1) & 2) === 0;
        const y = isUpward ? size - 1 - step : step;
        if (isFunction[y]?.[x] || bit >= codewords.length * 8) continue;
        (modules[y] as boolean[])[x] = (((codewords[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
      }
  }
}

const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
const isMasked = (mask: number, x: number, y: number) => MASKS[mask]?.(x, y) === 0;

function drawFormat(modules: Modules, mask: number): void {
  const size = modules.length;
  const value = (LEVEL_BITS << 3) | mask;
  const bits = ((value << 10) | remainderOf(value, 10, 0x537)) ^ 0x5412;
  const set = (x: number, y: number, index: number) => {
    (modules[y] as boolean[])[x] = ((bits >>> index) & 1) === 1;
  };
  for (let index = 0; index <= 5; index += 1) set(8, index, index);
  set(8, 7, 6);
  set(8, 8, 7);
  set(7, 8, 8);
  for (let index = 9; index < 15; index += 1) set(14 - index, 8, index);
  for (let index = 0; index < 8; index += 1) set(size - 1 - index, 8, index);
  for (let index = 8; index < 15; index += 1) set(8, size - 15 + index, index);
  (modules[size - 8] as boolean[])[8] = true;
}

/** Rates how hard a mask is to read: runs, squares, patterns like a finder, and more dark modules than light ones. */
function penaltyOf(modules: Modules): number {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x] ?? false));
  let penalty = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map((isDark) => (isDark ? "1" : "0")).join("");
    for (const run of text.match(/1{5,}|0{5,}/g) ?? []) penalty += run.length - 2;
    for (let from = 0; from + 11 <= size; from += 1) {
      const part = text.slice(from, from + 11);
      if (part === "10111010000" || part === "00001011101") penalty += 40;
    }
  }
  let dark = 0;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const isDark = modules[y]?.[x];
      if (isDark) dark += 1;
      if (isDark === modules[y]?.[x + 1] && isDark === modules[y + 1]?.[x] && isDark === modules[y + 1]?.[x + 1])
        penalty += 3;
    }
  return penalty + Math.floor(Math.abs(dark / (size * size) - 0.5) * 20) * 10;
}
