/** A banner of the portal's front page. */
export interface BannerContent {
  key: string
  title: string
  titleEn: string
  subtitle: string
  subtitleEn: string
  /** A route of the learner side. */
  link: string
  alt: string
  altEn: string
  /** The picture with its Chinese words, 1200 × 360. */
  svg: string
  /** The picture without words, for a page that lays its own over it; the left half is calm. */
  art: string
  /** The same for phones, 600 × 360. */
  phoneArt: string
}

interface Drawing {
  /** Degrees. */
  hue: number
  /** Closed part of each of the three rings, 0 to 1, from the inner one out. */
  shares: [number, number, number]
}

function draw({ hue, shares }: Drawing, words: string, [from, width] = [0, 1200]): string {
  const rings = shares.map((share, i) => {
    const r = 62 + i * 46
    const around = 2 * Math.PI * r
    const circle = `cx="940" cy="176" r="${r}" fill="none" stroke-width="24"`
    return `<circle ${circle} stroke="hsl(${hue} 46% ${31 + i * 4}%)"/><circle ${circle} stroke="hsl(${hue} 60% ${
      80 - i * 12
    }%)" stroke-linecap="round" stroke-dasharray="${(around * share).toFixed(1)} ${around.toFixed(1)}" transform="rotate(${
      i * 38 - 90
    } 940 176)"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${from} 0 ${width} 360" width="${width}" height="360"><rect width="1200" height="360" fill="hsl(${hue} 48% 22%)"/>${rings.join('')}${words}</svg>`
}

function banner({
  hue,
  shares,
  ...words
}: Drawing & Omit<BannerContent, 'alt' | 'altEn' | 'svg' | 'art' | 'phoneArt'>): BannerContent {
  const { title, titleEn, subtitle, subtitleEn } = words
  const font = 'font-family="PingFang SC, Microsoft YaHei, Noto Sans CJK SC, Noto Sans SC, sans-serif"'
  const text = `<g ${font}><text x="72" y="170" font-size="48" font-weight="700" fill="#fff">${title}</text><text x="72" y="224" font-size="24" fill="hsl(${hue} 45% 88%)">${subtitle}</text></g>`
  return {
    ...words,
    alt: `${title}：${subtitle}`,
    altEn: `${titleEn}: ${subtitleEn}`,
    svg: draw({ hue, shares }, text),
    art: draw({ hue, shares }, ''),
    phoneArt: draw({ hue, shares }, '', [600, 600]),
  }
}

/** The banners, in the order they are shown. */
export const bannersOf = (year: number): BannerContent[] => [
  banner({
    key: 'year',
    title: `${year} 年度继续教育`,
    titleEn: `Continuing education ${year}`,
    subtitle: '全年 90 学时，一环一环，学满为止',
    subtitleEn: '90 hours a year; keep on until the ring closes',
    link: '/classSelectCenter',
    hue: 212,
    shares: [0.92, 0.74, 0.6],
  }),
  banner({
    key: 'ai',
    title: '会提问，更会核对',
    titleEn: 'Ask well, check better',
    subtitle: '人工智能素养公需课，10 学时',
    subtitleEn: 'AI literacy, a public course of 10 hours',
    link: '/publicClass',
    hue: 172,
    shares: [0.55, 0.68, 0.84],
  }),
  banner({
    key: 'skill',
    title: '一技在身，学完可考',
    titleEn: 'Learn a skill, then prove it',
    subtitle: '职业技能培训，随到随学',
    subtitleEn: 'Vocational training, join at any time',
    link: '/vocational',
    hue: 28,
    shares: [0.8, 0.5, 0.7],
  }),
]
