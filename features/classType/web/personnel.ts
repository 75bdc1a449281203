import { useBilingual } from '../../../web/words.ts'

/** Learners' professional groups by key, in both languages; a group a project invents is called by its key. */
export const personnelGroups: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  engineering: ['工程技术人员', 'Engineering'],
  health: ['卫生技术人员', 'Health'],
  teaching: ['教学人员', 'Teaching'],
  research: ['科学研究人员', 'Research'],
  economics: ['经济专业人员', 'Economics'],
  accounting: ['会计审计人员', 'Accounting and audit'],
  agriculture: ['农业技术人员', 'Agriculture'],
  law: ['法律专业人员', 'Law'],
  culture: ['文博图书与出版人员', 'Culture and publishing'],
  skilled: ['技能人员', 'Skilled workers'],
}

/** Names a professional group in the reader's language. */
export function usePersonnelName(): (key: string) => string {
  const pick = useBilingual()
  return (key) => {
    const group = personnelGroups[key]
    return group ? pick(...group) : key
  }
}
