import type { Lesson } from './lessons.ts'

/** Frame size in pixels. */
export const width = 960
export const height = 540

const ink = '#16202c'
const inkQuiet = '#66778a'
const paper = '#f5f6f8'
const line = '#e3e7ec'
const brand = '#1890ff'
const good = '#1a7f4b'
const portal = '江海市专业技术人员继续教育'

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 ${width} ${height}" font-family="Noto Sans CJK SC, Noto Sans SC, sans-serif">${content}</svg>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** A ring closed by `share` (0 to 1), beginning at the top. */
function ring(x: number, y: number, r: number, thickness: number, share: number, colours: [string, string]) {
  const circle = `cx="${x}" cy="${y}" r="${r}" fill="none" stroke-width="${thickness}"`
  const around = 2 * Math.PI * r
  const arc =
    share >= 1
      ? `<circle ${circle} stroke="${colours[1]}"/>`
      : share > 0
        ? `<circle ${circle} stroke="${colours[1]}" stroke-dasharray="${share * around} ${around}"
            stroke-linecap="round" transform="rotate(-90 ${x} ${y})"/>`
        : ''
  return `<circle ${circle} stroke="${colours[0]}"/>${arc}`
}

/** The card a lesson opens with: three rings on the lesson's hue, closing a little as it is read. */
export function titleCard(lesson: Lesson, progress: number): string {
  const { hue } = lesson
  const rings = [0, 1, 2].map((i) =>
    ring(800, 250, 70 + i * 52, 26, Math.min(1, 0.34 + i * 0.17 + progress * 2), [
      `hsl(${hue} 50% ${30 + i * 4}%)`,
      `hsl(${hue} 58% ${80 - i * 13}%)`,
    ]),
  )
  const [first, second] = lesson.title.split('：')
  const title = second ? [`${first}：`, second] : [first ?? '']
  const size = Math.min(46, Math.floor(520 / Math.max(...title.map((part) => part.length))))
  const top = 282 - (title.length * size * 1.35) / 2
  return svg(`<rect width="100%" height="100%" fill="hsl(${hue} 48% 22%)"/>${rings.join('')}
    <text x="64" y="${top - 44}" font-size="18" fill="hsl(${hue} 60% 82%)">${portal}</text>
    <g font-size="${size}" font-weight="700" fill="#fff">${title
      .map((part, i) => `<text x="64" y="${top + size * (0.8 + i * 1.35)}">${escape(part)}</text>`)
      .join('')}</g>
    <text x="64" y="${top + title.length * size * 1.35 + 34}" font-size="22"
      fill="hsl(${hue} 45% 88%)">${escape(lesson.subtitle)}</text>`)
}

/**
 * A slide of a lesson. Each point has a ring that closes while it is read (`read`, 0 to 1 a point);
 * the large ring shows how much of the lesson has been heard (`progress`, 0 to 1).
 */
export function slideCard(lesson: Lesson, index: number, read: number[], progress: number): string {
  const slide = lesson.slides[index]
  if (!slide) throw new Error(`${lesson.key} has no slide ${index}`)
  const done = progress >= 1
  const points = slide.points.map((point, i) => {
    const y = slide.points.length > 2 ? 222 + i * 82 : 246 + i * 100
    const share = read[i] ?? 0
    const mark = ring(98, y, 11, 5, share, [line, share >= 1 ? good : brand])
    const weight = share > 0 && share < 1 ? 700 : 400
    return `${mark}<text x="126" y="${y + 10}" font-size="28" font-weight="${weight}"
      fill="${share > 0 ? ink : inkQuiet}">${escape(point.text)}</text>`
  })
  return svg(`<rect width="100%" height="100%" fill="${paper}"/>
    ${ring(60, 40, 10, 4, 0.73, [line, brand])}
    <text x="82" y="46" font-size="17" fill="${inkQuiet}">${portal}</text>
    <text x="912" y="46" font-size="17" fill="${inkQuiet}" text-anchor="end">${escape(lesson.title)}</text>
    <rect x="48" y="72" width="864" height="396" rx="14" fill="#fff" stroke="${line}"/>
    <text x="84" y="148" font-size="34" font-weight="700" fill="${ink}">${escape(slide.title)}</text>
    ${points.join('')}
    ${ring(796, 284, 72, 15, progress, [line, done ? good : brand])}
    <text x="796" y="${done ? 293 : 295}" font-size="${done ? 26 : 32}" font-weight="700" text-anchor="middle"
      fill="${done ? good : ink}">${done ? '学完了' : `${Math.floor(progress * 100)}%`}</text>
    <text x="796" y="404" font-size="16" fill="${inkQuiet}" text-anchor="middle">第 ${index + 1} 节，共 ${
      lesson.slides.length
    } 节</text>`)
}
