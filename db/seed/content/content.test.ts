import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { isCreditCode, isEmail, isIdCard, isMobile, readIdCard } from '../../../contract/identity.ts'
import { lessons } from '../media/lessons.ts'
import { pinyin } from '../media/pinyin.ts'
import { categoryPath, classCategories } from './categories.ts'
import { classesOn } from './classes.ts'
import { courses } from './courses.ts'
import { dictionaries, dictionaryName, type DictionaryName } from './dictionary.ts'
import { media, mediaPath } from './media.ts'
import { people } from './people.ts'
import { portalOn } from './portal.ts'
import type { QuestionType } from './question.ts'
import { questions } from './questions.ts'
import { seededRandom } from './random.ts'
import { topics } from './topics.ts'
import { dayAfter } from './trainClass.ts'
import { regions, units } from './units.ts'

const today = '2024-11-21'
const classes = classesOn(today)
const portal = portalOn(today)

function assertUnique(values: string[], what: string) {
  const twice = values.filter((value, i) => values.indexOf(value) !== i)
  assert.deepEqual(twice, [], `${what} must not repeat`)
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

test('sixty classes of four types, most of this year and the last', () => {
  assert.equal(classes.length, 60)
  assertUnique(
    classes.map(({ key }) => key),
    'class keys',
  )
  assertUnique(
    classes.map(({ code }) => code),
    'class codes',
  )
  assertUnique(
    classes.map(({ name }) => name),
    'class names',
  )
  const years = [...new Set(classes.map(({ year }) => year))].toSorted()
  assert.deepEqual(years, [2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024])
  assert.ok(classes.filter(({ year }) => year >= 2023).length > 30)
  for (const type of ['public', 'specialized', 'professional', 'vocational']) {
    assert.ok(classes.filter((trainClass) => trainClass.type === type).length >= 6, type)
  }
})

test('a class names what exists, costs whole fen and has a required course', () => {
  const courseOf = new Map(courses.map((course) => [course.key, course]))
  for (const trainClass of classes) {
    const { key, priceFen, originalPriceFen } = trainClass
    const category = classCategories.find((candidate) => candidate.key === trainClass.category)
    assert.equal(category?.type, trainClass.type, key)
    assert.equal(categoryPath(trainClass.category).length, 2, key)
    assert.ok(Number.isInteger(priceFen) && priceFen >= 0 && originalPriceFen >= priceFen, key)
    assertUnique(trainClass.courses, `courses of ${key}`)
    const own = trainClass.courses.map((course) => courseOf.get(course)!)
    assert.ok(own.every(Boolean), key)
    assert.ok(
      own.some(({ attribute }) => attribute === 'required'),
      key,
    )
    assert.equal(
      trainClass.hours,
      own.reduce((sum, { hours }) => sum + hours, 0),
      key,
    )
    for (const code of trainClass.personnelCategories) dictionaryName('personnelCategory', code)
    for (const code of trainClass.regions) assert.ok(regions[code], code)
    const [, about] = trainClass.introduction.match(/^<p>(.+?)<\/p>/) ?? []
    const sentences = about?.match(/[。？！]/g)?.length ?? 0
    assert.ok(sentences >= 3 && sentences <= 6, `${key}: ${sentences} sentences`)
    assertWellFormed(trainClass.introduction, key)
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
  assert.doesNotMatch(texts(today), /\{year\}/)
  const spring = portalOn('2024-03-10').notices[0]!
  assert.match(spring.content, /2024 年度继续教育自 2024 年 1 月 5 日开始，报名截止 2024 年 12 月 20 日/)
  const onTheEve = portalOn('2023-12-31').notices[0]!
  assert.match(onTheEve.content, /报名截止 2024 年 1 月 21 日，学习截止 2024 年 2 月 4 日/)
})

test('the class categories are trees: each parent stands before its children, with the same type', () => {
  assertUnique(
    classCategories.map(({ key }) => key),
    'category keys',
  )
  classCategories.forEach((category, i) => {
    if (category.parent === null) return
    const parent = classCategories.slice(0, i).find(({ key }) => key === category.parent)
    assert.equal(parent?.type, category.type, category.key)
  })
  assert.throws(() => categoryPath('nowhere'))
})

test('twelve courses play videos that exist', () => {
  assert.equal(courses.length, 12)
  assertUnique(
    courses.map(({ key }) => key),
    'course keys',
  )
  assert.deepEqual(new Set(courses.map(({ attribute }) => attribute)), new Set(['required', 'elective']))
  for (const course of courses) {
    assert.ok(keys(topics).has(course.topic), course.key)
    assert.ok(
      course.questions === null || questions.some(({ topic }) => topic === course.questions),
      course.key,
    )
    assert.ok(course.items.length > 0)
    for (const item of course.items) assert.ok(keys(media).has(item.media), `${course.key}: ${item.media}`)
    assertUnique(
      course.items.map(({ title }) => title),
      `item titles of ${course.key}`,
    )
    assert.ok(
      classes.some((trainClass) => trainClass.courses.includes(course.key)),
      `${course.key} is used`,
    )
  }
  assert.deepEqual(new Set(courses.flatMap(({ items }) => items.map((item) => item.media))), keys(media))
})

/** The payload of the first box of that type, found by its four letters. */
function box(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1')
  assert.ok(at > 0, `no ${type} box`)
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4))
}

test('the videos are short H.264 and AAC, ready to stream, with a keyframe every two seconds', () => {
  assert.ok(media.length >= 3)
  for (const { key, video, poster, topic } of media) {
    assert.ok(keys(topics).has(topic), key)
    const file = readFileSync(mediaPath(video))
    assert.ok(file.length <= 1_300_000, `${key} has ${file.length} bytes`)
    assert.ok(file.indexOf('moov', 0, 'latin1') < file.indexOf('mdat', 0, 'latin1'), `${key}: index first`)
    box(file, 'avc1')
    box(file, 'mp4a')
    const header = box(file, 'mvhd')
    const seconds = header.readUInt32BE(16) / header.readUInt32BE(12)
    assert.ok(seconds >= 70 && seconds <= 100, `${key} lasts ${seconds} s`)
    assert.ok(box(file, 'stss').readUInt32BE(4) >= Math.floor(seconds / 2), key)
    assert.ok(statSync(mediaPath(poster)).size <= 40_000, key)
  }
})

test('the captions say, in order, what the lesson says', () => {
  for (const lesson of lessons) {
    const texts = [
      `${lesson.title}。`,
      lesson.opening,
      ...lesson.slides.flatMap(({ points }) => points.map(({ say }) => say)),
    ]
    const [head, ...cues] = readFileSync(mediaPath(`${lesson.key}.vtt`), 'utf8')
      .trim()
      .split('\n\n')
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
  assertUnique(
    units.map(({ key }) => key),
    'unit keys',
  )
  assertUnique(
    units.map(({ creditCode }) => creditCode),
    'credit codes',
  )
  assertUnique(
    units.map(({ name }) => name),
    'unit names',
  )
  units.forEach((unit, i) => {
    assert.ok(isCreditCode(unit.creditCode), `${unit.name} ${unit.creditCode}`)
    assert.equal(unit.creditCode.slice(2, 8), unit.regionCode)
    assert.equal(unit.parent === null, i === 0)
    if (unit.parent) assert.ok(keys(units.slice(0, i)).has(unit.parent), unit.key)
    dictionaryName('industry', unit.industry)
    assert.ok(regions[unit.regionCode] && unit.contact && unit.phone)
  })
})

test('two hundred learners with valid numbers, the same on every run', () => {
  const learners = people(200)
  assert.equal(learners.length, 200)
  assert.deepEqual(learners, people(200))
  assert.deepEqual(people(20), learners.slice(0, 20))
  assert.notDeepEqual(people(20, 7), learners.slice(0, 20))
  for (const field of ['key', 'idCard', 'mobile'] as const) {
    assertUnique(
      learners.map((learner) => learner[field]),
      field,
    )
  }
  for (const learner of learners) {
    assert.ok(isIdCard(learner.idCard), learner.idCard)
    assert.deepEqual(readIdCard(learner.idCard), { birthDate: learner.birthDate, gender: learner.gender })
    assert.ok(isMobile(learner.mobile), learner.mobile)
    assert.match(learner.name, /^\p{Script=Han}{2,4}$/u)
    assert.ok(keys(units).has(learner.unit))
    assert.ok(learner.jobTitle)
    for (const dictionary of ['nation', 'education', 'degree', 'titleLevel', 'personnelCategory'] as const) {
      dictionaryName(dictionary, learner[dictionary])
    }
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

test('the bank has enough questions of each type, on all nine topics', () => {
  const least: Record<QuestionType, number> = { single: 120, multiple: 40, judge: 40, blank: 10, essay: 5 }
  for (const [type, count] of Object.entries(least)) {
    const found = questions.filter((question) => question.type === type).length
    assert.ok(found >= count, `${found} of ${type}`)
  }
  assertUnique(
    questions.map(({ key }) => key),
    'question keys',
  )
  assertUnique(
    questions.map(({ stem }) => stem),
    'stems',
  )
  const expected = topics.map(({ key }) => key).filter((key) => key !== 'industry')
  assert.deepEqual(new Set(questions.map(({ topic }) => topic)), new Set(expected))
})

test('each answer lies within its question, and each question explains itself', () => {
  for (const { key, type, stem, options, answer, analysis, difficulty } of questions) {
    assert.ok([1, 2, 3].includes(difficulty), key)
    assert.match(analysis, /。$/, key)
    assertUnique(options, `options of ${key}`)
    const letters = options.map((_, i) => String.fromCodePoint(65 + i))
    if (type === 'single' || type === 'multiple' || type === 'judge') {
      assert.equal(options.length, type === 'judge' ? 2 : 4, key)
      assert.ok(
        answer.every((letter) => letters.includes(letter)),
        key,
      )
      assert.deepEqual(answer, [...new Set(answer)].toSorted(), key)
      assert.ok(type === 'multiple' ? answer.length >= 2 : answer.length === 1, key)
    } else {
      assert.deepEqual(options, [], key)
      assert.equal(answer.length, type === 'blank' ? stem.split('____').length - 1 : 1, key)
      assert.ok(
        answer.every((text) => text.length > 0),
        key,
      )
    }
  }
})

test('no letter is worth guessing', () => {
  for (const type of ['single', 'multiple'] as const) {
    const answers = questions
      .filter((question) => question.type === type)
      .map(({ answer }) => answer.join(''))
    for (const letters of new Set(answers)) {
      assert.ok(
        answers.filter((other) => other === letters).length < answers.length / 3,
        `${type} ${letters}`,
      )
    }
  }
})

test('the portal is complete and points at what exists', () => {
  assert.equal(portal.banners.length, 3)
  assert.equal(portal.notices.length, 5)
  assert.equal(portal.trainPlans.length, 2)
  for (const banner of portal.banners) {
    assert.match(banner.link, /^\/[a-zA-Z]/)
    assert.ok(banner.alt.includes(banner.title) && banner.altEn.includes(banner.titleEn))
    for (const picture of [banner.svg, banner.art]) assertWellFormed(picture, banner.key)
    assert.ok(banner.svg.includes(banner.title) && !banner.art.includes('<text'))
  }
  for (const plan of portal.trainPlans) {
    for (const key of plan.classes) {
      assert.equal(classes.find((trainClass) => trainClass.key === key)?.year, plan.year, key)
    }
  }
  const texts = { about: portal.aboutUs, agreement: portal.agreement, privacy: portal.privacyPolicy }
  for (const [name, html] of Object.entries(texts)) assertWellFormed(html, name)
  for (const { key, content } of portal.notices) assertWellFormed(content, key)
  for (const { question, answer } of portal.help) assertWellFormed(answer, question)
  assert.ok(portal.agreement.length > 900 && portal.privacyPolicy.length > 900)
  assert.ok(isEmail(portal.contact.email))
})

test('dictionary codes do not repeat and unknown ones are refused', () => {
  for (const [name, list] of Object.entries(dictionaries)) {
    assertUnique(
      list.map(({ code }) => code),
      `codes of ${name}`,
    )
    assertUnique(
      list.map((entry) => entry.name),
      `names of ${name}`,
    )
    for (const { code } of list) assert.ok(dictionaryName(name as DictionaryName, code))
  }
  assert.equal(dictionaries.nation.length, 56)
  assert.throws(() => dictionaryName('degree', 'no such code'))
})
