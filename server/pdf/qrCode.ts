import QRCode from 'qrcode'

/** A QR code as an SVG of one black shape, a cell to a unit: a stroke of the pen for each run of dark cells. */
export function qrPicture(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!modules.get(y, x)) continue
      const start = x
      while (x < size && modules.get(y, x)) x++
      path += `M${start} ${y}h${x - start}v1h${start - x}z`
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`
}
