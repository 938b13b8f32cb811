alter table borrowers validate constraint borrowers_school;
