import { messageKind } from '../../../contract/message.ts'

/** A certificate was issued. */
export const certificateIssued = messageKind({
  code: 'certificate.issued',
  group: 'notice',
  params: { className: 'text', number: 'text', year: 'text' },
  names: {
    className: { zh: '班级名称', en: 'class name' },
    number: { zh: '证书编号', en: 'certificate number' },
    year: { zh: '年度', en: 'year' },
  },
  title: { zh: '证书已颁发', en: 'Certificate issued' },
  text: {
    zh: '“{className}”的证书已颁发，编号 {number}，可以查看和打印。',
    en: 'Your certificate for “{className}” was issued (No. {number}). You can view and print it.',
  },
  way: '/my?tab=certificates&year={year}',
})
