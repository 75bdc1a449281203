import { words } from '../../../web/words.ts'

export const useNoticeReaderWords = words(
  'notice-reader',
  {
    notices: '通知公告',
    announcements: '班级公告',
    pinned: '置顶',
    unread: '未读',
    toNotices: '全部公告',
    publishedOn: '{date} 发布',
    ofClass: '班级：{name}',
    gone: '这条公告已撤回或已结束，或不面向您',
    goneHint: '如果是班级公告，请先用班级里的账号登录。',
  },
  {
    notices: 'Notices',
    announcements: 'Class announcements',
    pinned: 'Pinned',
    unread: 'Unread',
    toNotices: 'All notices',
    publishedOn: 'Published on {date}',
    ofClass: 'Class: {name}',
    gone: 'This notice was withdrawn, is over, or is not for you',
    goneHint: 'For an announcement of a class, sign in with the account that is in the class.',
  },
)
