/** A person's player preferences, stored on the device. */
interface Taste {
  /** 1 is real time. */
  rate: number
  /** From 0 to 1. */
  volume: number
  muted: boolean
  captions: boolean
}

const key = 'study-taste'
const plain: Taste = { rate: 1, volume: 1, muted: false, captions: false }

/** Reads what was chosen last; plain where nothing was, or what is stored makes no sense. */
export function readTaste(storage: Storage): Taste {
  try {
    const { rate, volume, muted, captions } = JSON.parse(storage.getItem(key) ?? '{}') as Partial<Taste>
    return {
      rate: typeof rate === 'number' && rate > 0 ? rate : plain.rate,
      volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : plain.volume,
      muted: muted === true,
      captions: captions === true,
    }
  } catch {
    return plain
  }
}

/** Remembers what was chosen now. */
export function saveTaste(storage: Storage, chosen: Partial<Taste>): void {
  try {
    storage.setItem(key, JSON.stringify({ ...readTaste(storage), ...chosen }))
  } catch {
    // A full or forbidden store forgets.
  }
}
