import type { CertificateKind, Design, DesignElement, SkillLevel } from './contract.ts'

/** Kinds of certificates by name. */
export const kindNames: Readonly<Record<CertificateKind, { readonly zh: string; readonly en: string }>> = {
  class: { zh: '班级证书', en: 'Class certificate' },
  year: { zh: '年度证书', en: 'Annual certificate' },
  skill: { zh: '技能证书', en: 'Skill certificate' },
}

/** Levels of a skill by the names of the trade. */
export const levelNames: Readonly<Record<SkillLevel, { readonly zh: string; readonly en: string }>> = {
  5: { zh: '五级（初级工）', en: 'Level 5 (junior)' },
  4: { zh: '四级（中级工）', en: 'Level 4 (intermediate)' },
  3: { zh: '三级（高级工）', en: 'Level 3 (senior)' },
  2: { zh: '二级（技师）', en: 'Level 2 (technician)' },
  1: { zh: '一级（高级技师）', en: 'Level 1 (senior technician)' },
}

/** The holder's data a certificate can contain. */
export interface Holder {
  realName: string
  cardMask: string
  unitName: string
  className: string
  /** Level of a skill that has one. */
  level?: SkillLevel
  year: number
  /** Hours the year asked for; they are not printed. */
  asked?: object
  /** Hours that the class brought. */
  hoursTenths: number
  /** Hours of the class that had been counted in others of the year before. */
  heldTenths?: number
  number: string
  issuedDate: string
  /** Date of the reissue, if any; `issuedDate` stays the first. */
  reissuedDate?: string
  projectTitle: string
}

/** The fields a text may name in braces. */
export const certificateFields = [
  'realName',
  'cardMask',
  'unitName',
  'className',
  'level',
  'year',
  'hours',
  'number',
  'issuedDate',
  'projectTitle',
] as const

/** 2026-11-21 as 2026年11月21日. */
function chineseDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number)
  return `${year}年${month}月${day}日`
}

/** The last characters of an ID number, which its mask leaves; nothing where there is none. */
export const cardTailOf = (cardMask: string): string => /[\dX]{4}$/.exec(cardMask)?.[0] ?? ''

/** Remarks on hours that had been counted before: a bare 0 would not tell that the class was passed. */
export const countedRemarks = {
  whole: {
    zh: '（本班课程此前已计学时，本次新增 {fresh} 学时）',
    en: ' (its courses had been counted before; {fresh} new)',
  },
  part: {
    zh: '（部分课程此前已计学时，本次新增 {fresh} 学时）',
    en: ' (some of its courses had been counted before; {fresh} new)',
  },
} as const

/** Returns which of the remarks belongs to the hours of a certificate; null for hours that are all new. */
export function remarkOf({
  hoursTenths,
  heldTenths = 0,
}: Pick<Holder, 'hoursTenths' | 'heldTenths'>): keyof typeof countedRemarks | null {
  if (heldTenths === 0) return null
  return hoursTenths === 0 ? 'whole' : 'part'
}

/** The hours of a class, with the unit that a text has after them, and the remark on what had been counted before. */
export function hoursOf(
  holder: Pick<Holder, 'hoursTenths' | 'heldTenths'>,
  language: 'zh' | 'en',
  unit = '',
): string {
  const { hoursTenths, heldTenths = 0 } = holder
  const remark = remarkOf(holder)
  const hours = `${(hoursTenths + heldTenths) / 10}${unit}`
  return remark
    ? hours + countedRemarks[remark][language].replace('{fresh}', String(hoursTenths / 10))
    : hours
}

/** A text with the holder's values in place; an unknown field stays as written, so that its author sees it. */
function fillText(text: string, holder: Holder): string {
  const { hoursTenths, heldTenths, asked, level, ...texts } = holder
  const values: Record<string, string> = {
    ...texts,
    level: level ? levelNames[level].zh : '',
    year: String(holder.year),
    issuedDate:
      chineseDate(holder.issuedDate) +
      (holder.reissuedDate ? `（${chineseDate(holder.reissuedDate)}换发）` : ''),
  }
  return text
    .replace(/\{hours\}( ?学时)?/g, (_, unit = '') => hoursOf(holder, 'zh', unit))
    .replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The design with every text filled in: what is printed. */
export function fillDesign(design: Design, holder: Holder): Design {
  const fill = (element: DesignElement): DesignElement =>
    'text' in element ? { ...element, text: fillText(element.text, holder) } : element
  return { ...design, elements: design.elements.map(fill) }
}

/** The number of a certificate: `JH{year}-{serial}` with serial 48213 → JH2026-0048213. */
export function numberOf(numbering: string, year: number, serial: number): string {
  return numbering.replace('{year}', String(year)).replace('{serial}', String(serial).padStart(7, '0'))
}

const startTexts: Readonly<Record<CertificateKind, readonly [title: string, sentence: string]>> = {
  class: ['结业证书', '于 {year} 年度参加“{className}”学习，考核合格，获得 {hours} 学时。'],
  year: ['年度学时证书', '于 {year} 年度完成规定的学习任务，获得 {hours} 学时，达到年度要求。'],
  skill: ['职业技能等级证书', '经考核，达到“{className}”{level}的技能水平。'],
}

/** The design a new template of a kind starts from: A4 across, in the product's ring style. */
export function startDesign(kind: CertificateKind = 'class'): Design {
  const [title, sentence] = startTexts[kind]
  const ink = '#16202c'
  const text = (y: number, size: number, content: string, more: Partial<DesignElement> = {}): DesignElement =>
    ({
      kind: 'text',
      x: 38,
      y,
      width: 221,
      size,
      align: 'center',
      font: 'sans',
      color: ink,
      text: content,
      ...more,
    }) as DesignElement
  return {
    width: 297,
    height: 210,
    accent: '#0a66c2',
    elements: [
      text(28, 15, '{projectTitle}', { color: '#4a5a6b' } as Partial<DesignElement>),
      text(44, 40, title, { font: 'serif' } as Partial<DesignElement>),
      text(72, 24, '{realName}', { font: 'serif' } as Partial<DesignElement>),
      text(88, 12, '证件号码 {cardMask}　　{unitName}', { color: '#4a5a6b' } as Partial<DesignElement>),
      text(103, 16, sentence),
      text(133, 16, '特发此证。'),
      text(160, 11, '编号 {number}', {
        x: 38,
        width: 110,
        align: 'left',
        color: '#4a5a6b',
      } as Partial<DesignElement>),
      text(167, 11, '扫描右侧二维码可查验真伪与最新状态', {
        x: 38,
        width: 110,
        align: 'left',
        color: '#4a5a6b',
      } as Partial<DesignElement>),
      text(178, 13, '{issuedDate}', { x: 150, width: 90 } as Partial<DesignElement>),
      { kind: 'seal', x: 178, y: 142, size: 34, color: '#b3261e', text: '{projectTitle}' },
      { kind: 'qr', x: 230, y: 148, size: 28 },
    ],
  }
}
