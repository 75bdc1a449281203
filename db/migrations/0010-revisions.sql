-- An edit names the revision it was read at. Papers and certificate templates count their saves as versions already.
alter table train_classes add revision int not null default 1;
alter table courses add revision int not null default 1;
alter table exams add revision int not null default 1;
