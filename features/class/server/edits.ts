import type { EditedNoun } from '../../../server/revision.ts'
import { captureKindNames } from '../../project/rules.ts'

/** Fields of a class that an edit may have changed. */
export const classEdits: EditedNoun = {
  subjectKind: 'class',
  fields: {
    name: { zh: '班级名称', en: 'Class name' },
    categoryId: { zh: '类别', en: 'Category', as: 'long' },
    year: { zh: '年度', en: 'Year' },
    code: { zh: '编号', en: 'Code' },
    sort: { zh: '排序号', en: 'Sort position' },
    personnelCategories: { zh: '适合人员', en: 'Intended for' },
    regions: { zh: '适用地区', en: 'Intended regions', as: 'long' },
    courseIds: { zh: '课程', en: 'Courses', as: 'long' },
    hoursTenths: { zh: '学时', en: 'Hours', as: 'tenths' },
    requiredHoursTenths: { zh: '必修学时', en: 'Required hours', as: 'tenths' },
    electiveMinTenths: { zh: '选修最低学时', en: 'Minimum elective hours', as: 'tenths' },
    trialResourceIds: { zh: '试看视频', en: 'Preview videos', as: 'long' },
    price: { zh: '售价', en: 'Price', as: 'fen' },
    originalPrice: { zh: '划线价', en: 'Original price', as: 'fen' },
    quota: { zh: '名额', en: 'Places' },
    signUpFrom: { zh: '报名开始时间', en: 'Sign-up opens', as: 'moment' },
    signUpTo: { zh: '报名截止时间', en: 'Sign-up closes', as: 'moment' },
    needReview: { zh: '加入需审核', en: 'Joining requires approval' },
    refundable: { zh: '允许申请退款', en: 'Refunds allowed' },
    captureKind: { zh: '随堂确认', en: 'Presence checks', values: captureKindNames },
    captureEveryFrom: {
      zh: '随堂确认最短间隔（分钟）',
      en: 'Shortest interval of presence checks (minutes)',
    },
    captureEveryTo: { zh: '随堂确认最长间隔（分钟）', en: 'Longest interval of presence checks (minutes)' },
    captureSeconds: { zh: '随堂确认时限（秒）', en: 'Time to respond to a presence check (seconds)' },
    captureTries: { zh: '随堂确认机会', en: 'Chances for each presence check' },
    studyFrom: { zh: '学习开始时间', en: 'Study starts', as: 'moment' },
    studyTo: { zh: '学习截止时间', en: 'Study ends', as: 'moment' },
    validDays: { zh: '有效天数', en: 'Days of access' },
    certificateTemplateId: { zh: '证书模板', en: 'Certificate template', as: 'long' },
    coverKey: { zh: '封面', en: 'Cover', as: 'long' },
    introduction: { zh: '班级介绍', en: 'Introduction', as: 'long' },
    version: { zh: '版本', en: 'Version' },
  },
}
