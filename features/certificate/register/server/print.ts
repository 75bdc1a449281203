import type { Language } from '../../../../contract/refusal.ts'
import { renderPdf } from '../../../../server/pdf.ts'

const words = {
  zh: {
    none: '没有可以打印的有效证书',
    title: '未能打印的证书',
    why: '姓名等内容中有暂时无法排印的字，请联系客服补充字体后单独打印：',
  },
  en: {
    none: 'No valid certificate to print',
    title: 'Certificates that could not be printed',
    why: 'Their texts contain characters we cannot print yet; contact support, and print them by themselves later:',
  },
} as const

const source = `
#let data = json(bytes(sys.inputs.data))
#set page(paper: "a4", margin: 24mm)
#set text(lang: "zh", region: "cn", font: sans, size: 11pt, fallback: false)
#text(size: 18pt, data.title)
#v(6mm)
#data.why
#for number in data.numbers [ \\ #number ]
`

/** Lines that name certificates which could not be printed, or say that there was none to print. */
export function leftOutLines(numbers: readonly string[], language: Language): string[] {
  const { none, why } = words[language]
  return numbers.length > 0 ? [why, ...numbers] : [none]
}

/** A page that names certificates which could not be printed, or says that there was none to print. */
export async function printLeftOut(numbers: readonly string[], language: Language): Promise<Buffer> {
  const { none, title, why } = words[language]
  const data = numbers.length > 0 ? { title, why, numbers } : { title: none, why: '', numbers: [] }
  return (await renderPdf({ source, data })).pdf
}
