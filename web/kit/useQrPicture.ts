import { useEffect, useState } from 'react'

/** The picture of a QR code as the address of an image, drawn here; empty until it is there. */
export function useQrPicture(text: string | null | undefined): string {
  const [drawn, setDrawn] = useState({ text: '', picture: '' })
  useEffect(() => {
    if (!text) return
    let isWanted = true
    void import('qrcode').then(async ({ default: QRCode }) => {
      const svg = await QRCode.toString(text, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' })
      if (isWanted) setDrawn({ text, picture: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}` })
    })
    return () => {
      isWanted = false
    }
  }, [text])
  return drawn.text === text ? drawn.picture : ''
}
