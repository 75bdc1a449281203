import QRCode from 'qrcode'

/** Rows of a QR code as runs of dark cells, [start, length]: far fewer shapes than cells. */
export function qrRuns(text: string): [number, number][][] {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  return Array.from({ length: modules.size }, (_, y) => {
    const runs: [number, number][] = []
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue
      const last = runs.at(-1)
      if (last && last[0] + last[1] === x) last[1]++
      else runs.push([x, 1])
    }
    return runs
  })
}
