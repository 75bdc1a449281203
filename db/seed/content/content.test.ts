import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { Type } from 'typebox'
import { isCreditCode, isEmail, isIdCard, isMobile, readIdCard } from '../../../contract/identity.ts'
import { lessonFile, lessons, readPinyin } from '../media/lessons.ts'
import { classCategories } from './categories.ts'
import { classesOn } from './classes.ts'
import { courses } from './courses.ts'
import { people } from './people.ts'
import { dayAfter } from './periods.ts'
import { portalOn } from './portal.ts'
import { topics } from './questions.ts'
import { seededRandom } from './random.ts'
import { parseContent, record } from './read.ts'
import { regions, units } from './units.ts'

const today = '2024-11-21'
const classes = classesOn(today)
const portal = portalOn(today)

function assertUnique<K extends string>(rows: readonly Readonly<Record<K, string>>[], ...fields: K[]) {
  for (const field of fields) {
    const values = rows.map((row) => row[field])
    assert.deepEqual(
      values.filter((value, i) => values.indexOf(value) !== i),
      [],
      `${field} must not repeat`,
    )
  }
}

function assertWellFormed(html: string, where: string) {
  const open: string[] = []
  for (const [, close, name, self] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*?(\/?)>/g)) {
    if (self || name === 'br') continue
    if (close) assert.equal(open.pop(), name, `${where}: </${name}> closes another tag`)
    else open.push(name!)
  }
  assert.deepEqual(open, [], `${where}: tags left open`)
}

const keys = (list: { key: string }[]) => new Set(list.map(({ key }) => key))

test('content that is not as its schema has it is refused by file, line and place', () => {
  const schema = Type.Array(record({ name: Type.String(), hours: Type.Optional(Type.Integer()) }))
  const parse = (text: string) => parseContent('some.yaml', text, schema)
  assert.deepEqual(parse('- name: 甲\n- { name: 乙, hours: 4 }'), [{ name: '甲' }, { name: '乙', hours: 4 }])
  const wrong = {
    '- name: 甲\n- name: 乙\n  hours: four': 'some.yaml:3: 1 › hours must be integer',
    '- name: 甲\n  hour: 4': 'some.yaml:2: 0 › hour is not known here',
    '- name: 甲\n- hours: 4': 'some.yaml:2: 1 must have required properties name',
    '- name: 甲\n  name: 乙': 'some.yaml: Map keys must be unique at line 2, column 3',
    '- name: [甲': 'some.yaml: Flow sequence in block collection must be',
  }
  for (const [text, message] of Object.entries(wrong)) {
    assert.throws(
      () => parse(text),
      (error: Error) => error.message.startsWith(message),
      message,
    )
  }
})

test('sixty classes of four types, most of this year and the last', () => {
  assert.equal(classes.length, 60)
  assertUnique(classes, 'key', 'code', 'name')
  const years = [...new Set(classes.map(({ year }) => year))].toSorted()
  assert.deepEqual(years, [2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024])
  assert.ok(classes.filter(({ year }) => year >= 2023).length > 30)
  for (const type of ['public', 'specialized', 'professional', 'vocational']) {
    assert.ok(classes.filter((trainClass) => trainClass.type === type).length >= 6, type)
  }
})

test('a class names what exists, costs no more than before and has a required course', () => {
  for (const { key, type, category, regions: places, introduction, ...trainClass } of classes) {
    const major = classCategories.find((candidate) => candidate.key === category)
    assert.ok(major?.type === type && major.parent, key)
    assert.ok(trainClass.originalPriceFen >= trainClass.priceFen && trainClass.requiredHours > 0, key)
    for (const code of places) assert.ok(regions[code], code)
    assertWellFormed(introduction, key)
  }
})

/** Counts the states in which learners find the classes of a day. */
function statesOn(day: string) {
  const now = Date.parse(`${day}T12:00:00+08:00`)
  const states = { later: 0, open: 0, closed: 0 }
  for (const { key, year, signUpFrom, signUpTo, studyTo, validDays } of classesOn(day)) {
    const [from, to] = [Date.parse(signUpFrom), signUpTo && Date.parse(signUpTo)]
    const where = `${key} on ${day}`
    if (to) assert.ok(from < to && studyTo && to < Date.parse(studyTo), where)
    else assert.ok(validDays, where)
    assert.ok(signUpFrom > `${year - 1}-11` && signUpFrom < `${year + 1}`, where)
    assert.ok(!studyTo || studyTo > `${year}`, where)
    states[from > now ? 'later' : to && to < now ? 'closed' : 'open']++
    const left = to ? (to - now) / 86_400_000 : 365
    assert.ok(left < 0 || left > 20, `${where} closes in ${left} days`)
  }
  return states
}

test('on every day of a year as many classes are open, closed and announced', () => {
  for (let n = 0; n < 366; n++) {
    const day = dayAfter('2024-01-01', n)
    assert.deepEqual(statesOn(day), { later: 1, open: 33, closed: 26 }, day)
  }
  assert.ok(classes.some(({ priceFen }) => priceFen === 0))
  assert.ok(classes.some(({ exam }) => !exam))
})

test('texts name the year and the days that their classes have', () => {
  const texts = (day: string) => JSON.stringify([classesOn(day), portalOn(day)])
  assert.doesNotMatch(texts(today), /\{\w+\}/)
  assert.match(texts('2024-03-10'), /补学学时计入 2023 年度， 2024 年 12 月 31 日前学完/)
  assert.match(texts('2023-12-31'), /补学学时计入 2022 年度， 2024 年 2 月 4 日前学完/)
})

test('the class categories do not repeat', () => assertUnique(classCategories, 'key'))

test('twelve courses play lessons that exist, ask from banks that exist, and are in a class', () => {
  assert.equal(courses.length, 12)
  assert.deepEqual(new Set(courses.map(({ attribute }) => attribute)), new Set(['required', 'elective']))
  for (const { questions } of courses) assert.ok(keys(topics).has(questions), questions)
  assert.deepEqual(new Set(classes.flatMap((trainClass) => trainClass.courses)), keys(courses))
  assert.deepEqual(new Set(courses.flatMap(({ items }) => items.map(({ lesson }) => lesson))), keys(lessons))
})

/** The payload of the first box of that type, found by its four letters. */
function box(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1')
  assert.ok(at > 0, `no ${type} box`)
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4))
}

test('the videos are short H.264 and AAC, ready to stream, with a keyframe every two seconds', () => {
  assert.ok(lessons.length >= 3)
  for (const { key } of lessons) {
    const file = readFileSync(lessonFile(key, 'mp4'))
    assert.ok(file.length <= 1_300_000, `${key} has ${file.length} bytes`)
    assert.ok(file.indexOf('moov', 0, 'latin1') < file.indexOf('mdat', 0, 'latin1'), `${key}: index first`)
    box(file, 'avc1')
    box(file, 'mp4a')
    const header = box(file, 'mvhd')
    const seconds = header.readUInt32BE(16) / header.readUInt32BE(12)
    assert.ok(seconds >= 70 && seconds <= 100, `${key} lasts ${seconds} s`)
    assert.ok(box(file, 'stss').readUInt32BE(4) >= Math.floor(seconds / 2), key)
    assert.ok(statSync(lessonFile(key, 'jpg')).size <= 40_000, key)
  }
})

test('the captions say, in order, what the lesson says', () => {
  const pinyin = readPinyin()
  for (const lesson of lessons) {
    const texts = [
      `${lesson.title}。`,
      lesson.opening,
      ...lesson.slides.flatMap(({ points }) => points.map(({ say }) => say)),
    ]
    const [head, ...cues] = readFileSync(lessonFile(lesson.key, 'vtt'), 'utf8').trim().split('\n\n')
    assert.equal(head, 'WEBVTT')
    assert.deepEqual(
      cues.map((cue) => cue.split('\n')[2]),
      texts,
    )
    const times = cues.flatMap((cue) => cue.split('\n')[1]!.split(' --> '))
    assert.deepEqual(times, times.toSorted(), lesson.key)
    for (const sentence of texts) assert.ok(pinyin[sentence], `no reading of ${sentence}`)
  }
})

test('the units form one tree and carry valid credit codes', () => {
  assert.ok(units.length >= 24 && units.length <= 30)
  assertUnique(units, 'key', 'creditCode', 'name')
  units.forEach((unit, i) => {
    assert.ok(isCreditCode(unit.creditCode), `${unit.name} ${unit.creditCode}`)
    assert.equal(unit.creditCode.slice(2, 8), unit.regionCode)
    assert.equal(unit.parent === null, i === 0)
    if (unit.parent) assert.ok(keys(units.slice(0, i)).has(unit.parent), unit.key)
    assert.ok(regions[unit.regionCode] && unit.contact)
  })
})

test('two hundred learners with valid numbers, the same on every run', () => {
  const learners = people(200)
  assert.equal(learners.length, 200)
  assert.deepEqual(learners, people(200))
  assert.deepEqual(people(20), learners.slice(0, 20))
  assert.notDeepEqual(people(20, 7), learners.slice(0, 20))
  assertUnique(learners, 'key', 'idCard', 'mobile')
  for (const learner of learners) {
    assert.ok(isIdCard(learner.idCard), learner.idCard)
    assert.deepEqual(readIdCard(learner.idCard), { birthDate: learner.birthDate, gender: learner.gender })
    assert.ok(isMobile(learner.mobile), learner.mobile)
    assert.match(learner.name, /^\p{Script=Han}{2,4}$/u)
    assert.ok(keys(units).has(learner.unit))
    assert.ok(learner.jobTitle)
  }
})

test('a seeded sequence stays in its range and spreads over it', () => {
  const random = seededRandom(1)
  const drawn = Array.from({ length: 6000 }, () => random.int(1, 6))
  for (let face = 1; face <= 6; face++) {
    const share = drawn.filter((value) => value === face).length
    assert.ok(share > 850 && share < 1150, `${face} came ${share} times`)
  }
  assert.deepEqual(new Set(drawn).size, 6)
  assert.equal(random.weighted({ never: 0, always: 1 }), 'always')
  assert.throws(() => random.pick([]))
})

const questions = topics.flatMap((topic) => topic.questions.map(({ part }) => part))

test('the bank has enough questions of each type, and an answer for each gap', () => {
  const least = { single: 120, multiple: 40, judge: 40, blank: 10, essay: 5 }
  for (const [type, count] of Object.entries(least)) {
    const found = questions.filter((question) => question.type === type).length
    assert.ok(found >= count, `${found} of ${type}`)
  }
  assertUnique(questions, 'stem')
  for (const { type, stem, answer } of questions) {
    assert.equal(stem.split('____').length - 1, type === 'blank' ? answer.length : 0, stem)
  }
})

test('no letter is worth guessing', () => {
  for (const type of ['single', 'multiple']) {
    const answers = questions
      .filter((question) => question.type === type)
      .map(({ answer }) => answer.join(''))
    for (const [letters, same] of Map.groupBy(answers, (answer) => answer)) {
      assert.ok(same.length < answers.length / 3, `${type} ${letters}`)
    }
  }
})

test('the portal is complete and points at what exists', () => {
  assert.equal(portal.banners.length, 3)
  assert.equal(portal.trainPlans.length, 3)
  for (const banner of portal.banners) {
    assert.match(banner.link, /^\/[a-zA-Z]/)
    assert.ok(banner.alt.includes(banner.title) && banner.altEn.includes(banner.titleEn))
    for (const picture of [banner.svg, banner.art]) assertWellFormed(picture, banner.key)
    assert.ok(banner.svg.includes(banner.title) && !banner.art.includes('<text'))
  }
  for (const plan of portal.trainPlans) {
    for (const key of [...(plan.required ?? []), ...plan.classes]) {
      assert.equal(classes.find((trainClass) => trainClass.key === key)?.year, plan.year, key)
    }
  }
  const texts = { about: portal.aboutUs, agreement: portal.agreement, privacy: portal.privacyPolicy }
  for (const [name, html] of Object.entries(texts)) assertWellFormed(html, name)
  for (const { key, content } of [...portal.trainPlans, ...portal.notices]) assertWellFormed(content, key)
  for (const { title, content } of [portal.announcement, portal.popup]) assertWellFormed(content, title)
  assert.ok(classes.some(({ key }) => key === portal.announcement.class))
  assert.ok(portal.agreement.length > 900 && portal.privacyPolicy.length > 900)
  assert.ok(isEmail(portal.contact.email))
})
