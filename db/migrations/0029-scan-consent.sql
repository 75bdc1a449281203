-- Who scans a code agrees on the phone before the browser that showed it is signed in.
alter table wechat_scenes drop constraint wechat_scenes_state_check;
alter table wechat_scenes add constraint wechat_scenes_state_check
  check (state in ('waiting', 'claimed', 'recognised', 'cancelled', 'used'));
alter table wechat_scenes add column asked_agent text not null default '';
alter table wechat_scenes add column asked_place text not null default '';
alter table wechat_scenes add column confirm_hash bytea unique;
alter table wechat_scenes add column agreed_account_id uuid references accounts;
create index wechat_scenes_agreed_account on wechat_scenes (agreed_account_id) where agreed_account_id is not null;

-- A question in words is asked after the browser has done some work.
alter table picture_codes alter column answer_hash drop not null;
