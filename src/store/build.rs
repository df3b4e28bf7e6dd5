//! Compiles the migrations in anew when one of them changes.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
