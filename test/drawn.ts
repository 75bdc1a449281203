import type { ManagedClass } from '../features/class/contract.ts'

/** What calls answer in tests that draw pages, each complete, with changes. */

export const aManagedClass = (changes: Partial<ManagedClass> = {}): ManagedClass => ({
  ...{ id: 'c1', code: 'GX-1', name: '数据安全', categoryId: 'g1', categoryName: '公需' },
  ...{ classType: 'public', requiredHoursTenths: 80, electiveMinTenths: 0, year: 2026, hoursTenths: 80 },
  ...{ coverKey: null, introduction: '', price: 100, originalPrice: 200, signUpFrom: null, signUpTo: null },
  ...{ studyFrom: null, studyTo: null, validDays: 365, quota: null, sold: 0, held: 0 },
  ...{ personnelCategories: [], regions: [], needReview: false, certificateTemplateId: null },
  ...{ trialResourceIds: [], refundable: true, sort: 0, version: 1, revision: 3, status: 'draft' },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', courseIds: [], courses: [] },
  ...{ hasExam: false, examUnpublished: false, superseded: false },
  ...changes,
})
