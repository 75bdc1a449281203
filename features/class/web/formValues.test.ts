import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wallOf } from '../../../web/wallTime.ts'
import type { ManagedClass } from '../contract.ts'
import { changesOf } from './changeValues.ts'
import { type ClassFormValues, fieldsOfValues, valuesOf } from './formValues.ts'

const managed: ManagedClass = {
  id: 'c1',
  code: '2023-1',
  name: '公需科目',
  categoryId: 'g1',
  categoryName: '公需',
  classType: 'public',
  year: 2023,
  hoursTenths: 125,
  requiredHoursTenths: 105,
  electiveMinTenths: 15,
  coverKey: 'image/a.webp',
  introduction: '<p>介绍</p>',
  price: 1999,
  originalPrice: 2999,
  proposedPrice: null,
  signUpFrom: null,
  signUpTo: '2023-06-30T16:00:00.000Z',
  studyFrom: '2023-01-01T00:00:00.000Z',
  studyTo: null,
  validDays: 90,
  quota: null,
  sold: 3,
  held: 0,
  personnelCategories: ['health'],
  regions: ['320000'],
  needReview: true,
  certificateTemplateId: 't1',
  trialResourceIds: ['r1'],
  refundable: false,
  captureKind: 'presence',
  captureEveryFrom: 10,
  captureEveryTo: 12,
  captureSeconds: null,
  captureTries: 1,
  capturesADay: 4,
  captureMisses: null,
  captureMakeUpDays: 7,
  sort: 7,
  version: 1,
  revision: 3,
  status: 'draft',
  createdAt: '2023-01-01T00:00:00.000Z',
  hasExam: true,
  examUnpublished: false,
  superseded: false,
  courseIds: ['k1'],
  courses: [
    {
      id: 'k1',
      name: '课程',
      teacherName: '王老师',
      hoursTenths: 125,
      attribute: 'required',
      videos: [{ resourceId: 'r1', title: '第一讲', durationSeconds: 600 }],
    },
  ],
}

test('a class put into the form and saved untouched is the same class', () => {
  const {
    id,
    categoryName,
    classType,
    sold,
    held,
    version,
    revision,
    status,
    createdAt,
    courses,
    hasExam,
    examUnpublished,
    superseded,
    proposedPrice,
    ...fields
  } = managed
  assert.deepEqual(fieldsOfValues(valuesOf(managed) as ClassFormValues), fields)
})

test('yuan become fen without a rounding loss, and an empty original price is the price', () => {
  const values = { ...(valuesOf(managed) as ClassFormValues), price: 0.29, originalPrice: null }
  const { price, originalPrice } = fieldsOfValues(values)
  assert.deepEqual([price, originalPrice], [29, 29])
})

test('a trial video leaves with its course', () => {
  const values = { ...(valuesOf(managed) as ClassFormValues), courses: [] }
  const { courseIds, trialResourceIds } = fieldsOfValues(values)
  assert.deepEqual([courseIds, trialResourceIds], [[], []])
})

test('a change of many names only what was filled in; nothing filled in is no change', () => {
  const end = wallOf('2023-12-31T16:00:00.000Z')
  assert.deepEqual(
    changesOf({ quota: null, refundable: false, personnelCategories: [], signUp: null, study: [null, end] }),
    { refundable: false, studyTo: '2023-12-31T16:00:00.000Z' },
  )
  assert.equal(changesOf({ quota: null, personnelCategories: [], study: [null, null] }), null)
})
