import { Type } from 'typebox'
import { OneOf } from '../../../contract/call.ts'
import { type BannerContent, bannersOf } from './banners.ts'
import { wholeYear, yearOf } from './periods.ts'
import { filled, readContent, readText, record } from './read.ts'

const text = Type.String()

const { trainPlans, notices, ...content } = readContent(
  'portal.yaml',
  record({
    title: text,
    shortTitle: text,
    // Printed in the remark of an invoice.
    invoiceRemark: text,
    contact: record({ phone: text, email: text, address: text, hours: text }),
    notices: Type.Array(
      record({ key: text, state: OneOf(['pinned', 'ended', 'draft']), title: text, content: text }),
    ),
    announcement: record({ class: text, title: text, content: text }),
    popup: record({ title: text, content: text }),
    // A year's plan: the hours it asks for, the classes that must be passed, and those to choose from.
    trainPlans: Type.Array(
      record({
        key: text,
        title: text,
        titleEn: text,
        year: Type.Optional(Type.Integer({ maximum: -1 })),
        publicHours: Type.Optional(Type.Integer()),
        specializedHours: Type.Integer(),
        personnel: Type.Optional(Type.Array(text)),
        content: text,
        required: Type.Optional(Type.Array(text)),
        classes: Type.Array(text),
      }),
    ),
  }),
)

function inWords(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  return ` ${year} 年 ${month} 月 ${date} 日`
}

/** The demo portal on a day in China, as it is read rather than configured: a portal of an invented city. */
export function portalOn(today: string) {
  const year = yearOf(today)
  const banners: BannerContent[] = bannersOf(year)
  const values = { year, lastYear: year - 1, studyTo: inWords(wholeYear(year, today).studyTo!) }
  return {
    ...content,
    aboutUs: filled(readText('about.html'), { firstYear: year - 7 }),
    agreement: readText('agreement.html'),
    privacyPolicy: readText('privacy.html'),
    banners,
    notices: notices.map((notice) => ({
      ...notice,
      title: filled(notice.title, values),
      content: filled(notice.content, values),
    })),
    trainPlans: trainPlans.map((plan) => ({
      ...plan,
      year: year + (plan.year ?? 0),
      title: filled(plan.title, values),
      titleEn: filled(plan.titleEn, values),
      content: filled(plan.content, values),
    })),
  }
}
