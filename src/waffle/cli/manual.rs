//! The man pages and the completions of a release. They are made here, so that neither the program nor a build of it
//! needs the generators: `make dist` names the folder for them in `WAFFLE_MANUAL`.

use std::path::Path;
use std::{env, fs};

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli::Arguments;

/// What `--help` has no room for: variables, files, exit codes.
const SECTIONS: &str = include_str!("sections.roff");
const SHELLS: [(Shell, &str); 3] =
    [(Shell::Bash, "waffle.bash"), (Shell::Zsh, "_waffle"), (Shell::Fish, "waffle.fish")];

/// Returns the files' names with their texts.
fn pages() -> Vec<(String, String)> {
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let page = |command: &Command| {
        let man = Man::new(command.clone()).manual("Waffle").source(concat!("waffle ", env!("CARGO_PKG_VERSION")));
        let mut page = Vec::new();
        man.render(&mut page).unwrap();
        (format!("man/{}", man.get_filename()), String::from_utf8(page).unwrap())
    };
    let mut pages: Vec<_> = program.get_subcommands().map(page).collect();
    let (name, text) = page(&program.after_help(None));
    pages.push((name, text + SECTIONS));
    pages
}

fn completions() -> Vec<(String, String)> {
    let completion = |(shell, name)| {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "waffle", &mut script);
        (format!("completions/{name}"), String::from_utf8(script).unwrap())
    };
    SHELLS.map(completion).into()
}

#[test]
fn each_subcommand_has_a_man_page_and_each_option_is_completed() {
    let (pages, completions) = (pages(), completions());
    let page = |name: &str| &pages.iter().find(|(file, _)| file == name).unwrap_or_else(|| panic!("no {name}")).1;
    let program = Arguments::command();
    let mut options = 0;
    for command in program.get_subcommands() {
        let name = command.get_name();
        assert!(page("man/waffle.1").contains(&format!("waffle\\-{name}(1)")), "{name} is not in waffle(1)");
        let words: Vec<_> = command.get_arguments().filter_map(|option| option.get_long()).collect();
        options += words.len();
        for word in &words {
            let printed = format!("\\-\\-{}", word.replace('-', "\\-"));
            assert!(page(&format!("man/waffle-{name}.1")).contains(&printed), "{name} --{word} has no manual");
        }
        for (file, script) in &completions {
            for word in words.iter().chain([&name]) {
                assert!(script.contains(word), "{file} does not complete {word} of {name}");
            }
        }
    }
    assert_eq!(pages.len(), program.get_subcommands().count() + 1);
    assert!(options > 4, "the options are not seen");
    if let Some(folder) = env::var_os("WAFFLE_MANUAL") {
        for (name, text) in pages.iter().chain(&completions) {
            let file = Path::new(&folder).join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
    }
}
