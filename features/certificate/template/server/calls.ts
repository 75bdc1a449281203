import { handlers } from '../../../../server/serve.ts'
import { badInput } from '../../../../server/input.ts'
import { MissingGlyph, unprintable } from '../../../../server/pdf.ts'
import { templateCalls } from '../contract.ts'
import { fillDesign, type Holder } from '../rules.ts'
import { saveTemplate, setTemplateStatus } from './actions.ts'
import { getTemplate, longestNames, pageTemplates } from './data.ts'
import { printDesign } from './print.ts'

const sample: Holder = {
  realName: '欧阳修明',
  cardMask: '3201**********1234',
  unitName: '江海市第一人民医院',
  className: '数据安全与个人信息保护实务',
  year: 2026,
  hoursTenths: 80,
  number: 'JH2026-0000000',
  issuedDate: '2026-01-01',
  projectTitle: '专业技术人员继续教育',
}

/** The sample with the longest names in its place; letters in them that no font has do not concern the design. */
function sampleWith(names: { [name: string]: string | null }): Holder {
  const printable = (name: string) => {
    const missing = unprintable(name)
    return [...name].map((letter) => (missing.includes(letter) ? '〓' : letter)).join('')
  }
  const known = Object.entries(names).flatMap(([key, name]) => (name ? [[key, printable(name)]] : []))
  return { ...sample, ...Object.fromEntries(known) }
}

export const templateHandlers = handlers(templateCalls, {
  query: ({ db, session, input }) => pageTemplates(db, session.projectId, input),
  find: ({ db, session, input }) => getTemplate(db, session.projectId, input.id),
  async preview({ db, session, input, environment }) {
    const holder = sampleWith(await longestNames(db, session.scope))
    try {
      const { pdf, texts } = await printDesign({
        filled: fillDesign(input.design, holder),
        code: `${environment.publicUrl}/check/sample`,
      })
      const tight = texts.filter(({ scale, fits }) => scale < 0.8 || !fits)
      return { pdf: pdf.toString('base64'), tight }
    } catch (error) {
      if (!(error instanceof MissingGlyph)) throw error
      throw badInput('design', {
        zh: `字体中没有这些字：${error.letters}`,
        en: `the fonts have no glyphs for: ${error.letters}`,
      })
    }
  },
  disabled: ({ db, session, input }) =>
    db.begin((tx) => setTemplateStatus(tx, session, input.id, input.disabled ? 'disabled' : 'active')),
  delete: ({ db, session, input }) => db.begin((tx) => setTemplateStatus(tx, session, input.id, 'deleted')),
  save: ({ db, session, input }) => db.begin((tx) => saveTemplate(tx, session, input)),
})
